import { useEffect, useRef } from 'react'

/** A `ref` that focuses its element when it mounts. */
export function takeFocus(element: HTMLElement | null) {
  element?.focus()
}

/** A `ref` for the first focus in a dialog. React's `autoFocus` runs before the dialog opens. */
export function takeFocusInDialog(element: HTMLElement | null) {
  element?.setAttribute('autofocus', '')
}

/**
 * A `ref` for a button that opens a part of the page. The focus returns to the button when the part
 * closes.
 */
export function useReturningFocus(isOpen: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return button
}
