/** For the `ref` of a field that the page has just turned to. */
export function takeFocus(element: HTMLElement | null) {
  element?.focus()
}
