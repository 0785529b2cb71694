/** How far from what is seen a photo may be that somebody will see before it has arrived. */
const NEAR = '50%'
/** A photo that the device has is there sooner, and needs no likeness; milliseconds. */
const PATIENCE = 100

/**
 * Paints a blurred likeness behind an image when it comes near what is seen, until it is there.
 * Returns what ends the waiting.
 */
export function paintPlaceholder(image: HTMLImageElement, thumbhash: string) {
  let patience: ReturnType<typeof setTimeout> | undefined
  const nearness = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return
      nearness.disconnect()
      patience = setTimeout(() => {
        if (image.complete) return
        // Without it the place stays plain, and the photo comes all the same.
        paint(image, thumbhash).catch(() => undefined)
      }, PATIENCE)
    },
    { rootMargin: NEAR },
  )
  nearness.observe(image)
  return () => {
    nearness.disconnect()
    clearTimeout(patience)
  }
}

/**
 * Through the object model, because the page's security policy allows no style attributes; and
 * with code that comes after the page, like the photos that it stands in for.
 */
async function paint(image: HTMLImageElement, thumbhash: string) {
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
