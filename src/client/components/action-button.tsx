import type { MouseEvent } from 'react'
import { useIsOnline } from '#client/sync/use-is-online.ts'
import { Button, type ButtonProps } from '#client/ui/button.tsx'
import { NEEDS_CONNECTION } from './saved-state.tsx'

interface ActionButtonProps extends ButtonProps {
  /** What it does is under way. */
  isPending?: boolean
}

/** A button that needs the server. It keeps the focus, and its place among the buttons, when it can do nothing. */
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

/** A form is not sent by it either. */
function preventDefault(event: MouseEvent) {
  event.preventDefault()
}
