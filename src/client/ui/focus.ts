import { useEffect, useRef } from 'react'

/** For the `ref` of what has just opened, or of a field that the page has turned to. */
export function takeFocus(element: HTMLElement | null) {
  element?.focus()
}

/** For the `ref` of what has the focus when the dialog around it opens; React's `autoFocus` comes too early. */
export function takeFocusInDialog(element: HTMLElement | null) {
  element?.setAttribute('autofocus', '')
}

/** For the button in whose place something opens: it has the focus again when that has closed. */
export function useReturningFocus(isOpen: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return button
}
