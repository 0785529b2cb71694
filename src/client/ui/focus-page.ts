/**
 * Moves the focus to the heading of the page, so that a screen reader reads which page this is.
 * Until the page has a heading, `main` has the focus.
 */
export function focusPage() {
  const main = document.querySelector('main')
  if (!main || focusHeading(main)) return
  main.focus({ preventScroll: true })
  new MutationObserver((_, observer) => {
    if (document.activeElement !== main || focusHeading(main)) observer.disconnect()
  }).observe(main, { childList: true, subtree: true })
}

function focusHeading(main: HTMLElement) {
  const heading = main.querySelector('h1')
  if (!heading) return false
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  // Without this, a later click on the heading would focus it.
  heading.onblur = () => heading.removeAttribute('tabindex')
  return true
}

/**
 * Call this before `item` disappears from a list. Moves the focus to the first button of the next
 * item or, if `item` is the last one, of the previous item. If `item` is the only item, focuses the
 * page.
 */
export function focusNeighbour(item: Element | null) {
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling
  const next = neighbour?.querySelector('button')
  if (next) next.focus({ preventScroll: true })
  else focusPage()
}
