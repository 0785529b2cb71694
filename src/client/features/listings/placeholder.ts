/**
 * Paints a blurred likeness behind an image until it is there. Through the object model,
 * because the page's security policy allows no style attributes; and with code that comes
 * after the page, like the photos that it stands in for.
 */
export async function paintPlaceholder(image: HTMLImageElement, thumbhash: string) {
  const { thumbHashToDataURL } = await import('thumbhash')
  if (image.complete) return
  image.style.backgroundImage = `url(${thumbHashToDataURL(fromBase64(thumbhash))})`
  image.addEventListener('load', () => image.style.removeProperty('background-image'), {
    once: true,
  })
}

function fromBase64(text: string) {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}
