import type { MouseEvent, MouseEventHandler } from 'react'
import { useIsOnline } from './use-is-online.ts'

interface ServerAction {
  isPending: boolean | undefined
  reasonId: string
  onClick: MouseEventHandler<HTMLButtonElement> | undefined
}

/**
 * Returns the props of a button whose action needs the server. They contain `aria-disabled`, because
 * a button with `disabled` would lose the focus, and nobody could hear why it is disabled.
 */
export function useServerAction({ isPending, reasonId, onClick }: ServerAction) {
  const isOnline = useIsOnline()
  const isOff = isPending || !isOnline
  return {
    'aria-disabled': isOff,
    'aria-describedby': isOnline ? undefined : reasonId,
    onClick: isOff ? preventDefault : onClick,
  }
}

/** Keeps a submit button from sending its form. */
function preventDefault(event: MouseEvent) {
  event.preventDefault()
}
