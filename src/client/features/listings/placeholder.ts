/** How far from what is seen a photo may be that somebody will see before it has arrived. */
const NEAR = '50%'

/**
 * Paints a blurred likeness behind an image when it comes near what is seen, until it is there. Its
 * code comes after the page, like the photos that it stands in for. Returns what ends the waiting.
 */
export function paintPlaceholder(image: HTMLImageElement, thumbhash: string) {
  const nearness = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return
      nearness.disconnect()
      import('./likeness.ts')
        .then(({ paint }) => paint(image, thumbhash))
        // Without it the place stays plain, and the photo comes all the same.
        .catch(() => undefined)
    },
    { rootMargin: NEAR },
  )
  nearness.observe(image)
  return () => nearness.disconnect()
}
