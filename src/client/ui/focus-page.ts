/** Takes the focus to the page when the part that has it goes. */
export function focusPage() {
  document.querySelector('main')?.focus({ preventScroll: true })
}
