/** The points of the window that are tried for the text being read, as shares of its height. */
const HEIGHTS = [0.5, 0.4, 0.6]
/** A change reaches the page within this many frames. */
const MAX_FRAMES = 10

/**
 * Keeps the middle of the window where it is while a change above it appears, such as a new favorite
 * at the top of the list. Call this right before the change. Browsers do this by themselves only if
 * the page is scrolled, and Safari never does.
 */
export function holdReadingPosition() {
  const [first] = HEIGHTS.flatMap((height) => findCard(height) ?? [])
  if (!first) return
  const { top } = first.getBoundingClientRect()
  const { scrollY } = window
  let frames = 0

  function followChange() {
    frames += 1
    // The person or the browser has scrolled.
    if (window.scrollY !== scrollY || !first?.isConnected) return
    const moved = first.getBoundingClientRect().top - top
    if (moved !== 0) scrollBy({ top: moved, behavior: 'instant' })
    else if (frames < MAX_FRAMES) requestAnimationFrame(followChange)
  }

  requestAnimationFrame(followChange)
}

/** The card at this height of the window. The left column of a grid of cards is never empty. */
function findCard(height: number) {
  return document.elementFromPoint(innerWidth / 4, innerHeight * height)?.closest('article')
}
