/** Moves the focus to the page when the focused part disappears. */
export function focusPage() {
  document.querySelector('main')?.focus({ preventScroll: true })
}

/**
 * Moves the focus before `item` of a list disappears: to the first button of the next item, or else
 * of the previous one. If `item` is the only item, focuses the page.
 */
export function focusNeighbour(item: Element | null) {
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling
  const next = neighbour?.querySelector('button')
  if (next) next.focus({ preventScroll: true })
  else focusPage()
}
