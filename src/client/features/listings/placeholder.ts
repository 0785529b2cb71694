/** A placeholder is painted when its image is less than half a viewport away from the viewport. */
const NEAR = '50%'

/**
 * Paints a blurred placeholder behind an image that comes near the viewport, until the image loads.
 * The decoder loads lazily, so that it does not delay the page. Returns the cleanup function.
 */
export function paintPlaceholder(image: HTMLImageElement, thumbhash: string) {
  const nearness = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return
      nearness.disconnect()
      import('./blur-placeholder.ts')
        .then(({ paintBlur }) => paintBlur(image, thumbhash))
        // If the decoder of the blurred placeholder fails to load, the space of the photo stays
        // plain.
        .catch(() => undefined)
    },
    { rootMargin: NEAR },
  )
  nearness.observe(image)
  return () => nearness.disconnect()
}
