/**
 * Moves the focus to the section that the address names or, without one, to the heading of the page.
 * A screen reader then reads where the person is. Until the page has a heading, `main` has the focus.
 */
export function focusPage() {
  const linked = document.getElementById(location.hash.slice(1))
  if (linked) return focusElement(linked)
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
  focusElement(heading)
  return true
}

function focusElement(element: HTMLElement) {
  element.tabIndex = -1
  element.focus({ preventScroll: true })
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
