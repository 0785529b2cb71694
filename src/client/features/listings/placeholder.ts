/** The distance from the viewport at which a placeholder is painted. */
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
        // If the decoder fails to load, the space stays plain until the photo loads.
        .catch(() => undefined)
    },
    { rootMargin: NEAR },
  )
  nearness.observe(image)
  return () => nearness.disconnect()
}
