/** Moves the focus to the page when the focused part disappears. */
export function focusPage() {
  document.querySelector('main')?.focus({ preventScroll: true })
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
