/** Moves the focus to the page when the focused part disappears. */
export function focusPage() {
  document.querySelector('main')?.focus({ preventScroll: true })
}
