import { thumbHashToDataURL } from 'thumbhash'

/** A photo that the device has is there sooner, and needs no likeness; milliseconds. */
const PATIENCE = 100

/**
 * Paints a blurred likeness behind an image that is still awaited, until it is there. Through the
 * object model, because the page's security policy allows no style attributes.
 */
export async function paint(image: HTMLImageElement, thumbhash: string) {
  await new Promise((resolve) => setTimeout(resolve, PATIENCE))
  if (image.complete || !image.isConnected) return
  image.style.backgroundImage = `url(${thumbHashToDataURL(fromBase64(thumbhash))})`
  image.addEventListener('load', () => image.style.removeProperty('background-image'), {
    once: true,
  })
}

function fromBase64(text: string) {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}
