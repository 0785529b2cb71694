import { useEffect, useRef } from 'react'

/** For what opens at somebody's wish: the focus goes there. */
export function useFocusWhenOpened() {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return place
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
