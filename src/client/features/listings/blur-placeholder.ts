import { thumbHashToDataURL } from 'thumbhash'

/**
 * How long the app waits for a photo before it paints the blurred placeholder, in milliseconds. A
 * cached photo loads sooner, so no placeholder flashes up before it.
 */
const PREVIEW_TIMEOUT_MS = 100

/**
 * Paints a blurred placeholder behind an image until the image loads. Uses the CSSOM, because the
 * content security policy forbids style attributes.
 */
export async function paintBlur(image: HTMLImageElement, thumbhash: string) {
  await new Promise((resolve) => setTimeout(resolve, PREVIEW_TIMEOUT_MS))
  if (image.complete || !image.isConnected) return
  image.style.backgroundImage = `url(${thumbHashToDataURL(fromBase64(thumbhash))})`
  image.addEventListener('load', () => image.style.removeProperty('background-image'), {
    once: true,
  })
}

function fromBase64(text: string) {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}
