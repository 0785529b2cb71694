import type { MouseEvent } from 'react'
import { useIsOnline } from '#client/sync/use-is-online.ts'
import { Button, type ButtonProps } from '#client/ui/button.tsx'
import { NEEDS_CONNECTION } from './saved-state.tsx'

interface ActionButtonProps extends ButtonProps {
  isPending?: boolean
}

/**
 * A button that needs the server. Uses `aria-disabled`, so that it keeps the focus while it is off.
 */
export function ActionButton({ isPending, onClick, ...props }: ActionButtonProps) {
  const isOnline = useIsOnline()
  const isOff = isPending || !isOnline
  return (
    <Button
      {...props}
      aria-disabled={isOff}
      aria-describedby={isOnline ? undefined : NEEDS_CONNECTION}
      onClick={isOff ? preventDefault : onClick}
    />
  )
}

/** Also stops a submit button from sending its form. */
function preventDefault(event: MouseEvent) {
  event.preventDefault()
}
