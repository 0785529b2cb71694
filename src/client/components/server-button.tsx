import { useIsOnline } from '#client/sync/use-is-online.ts'
import { Button, type ButtonProps } from '#client/ui/button.tsx'

interface ServerButtonProps extends ButtonProps {
  isPending: boolean
  /** The id of the `ConnectionReason` that says why the button is disabled offline. */
  reasonId: string
}

/**
 * A button for an action that needs the server, without Chakra. The button uses `aria-disabled`, so
 * that a person can focus the button and hear why it is disabled.
 */
export function ServerButton({ isPending, reasonId, onClick, ...props }: ServerButtonProps) {
  const isOnline = useIsOnline()
  const isOff = isPending || !isOnline
  return (
    <Button
      {...props}
      aria-disabled={isOff}
      aria-describedby={isOnline ? undefined : reasonId}
      onClick={isOff ? undefined : onClick}
    />
  )
}

interface ConnectionReasonProps {
  id: string
  /** The action that needs a connection, written as the beginning of a sentence: `Paying needs`. */
  needing: string
  className?: string
}

/** Says offline why the buttons of an action are disabled. */
export function ConnectionReason({ id, needing, className }: ConnectionReasonProps) {
  if (useIsOnline()) return null
  return (
    <p id={id} className={className}>
      {needing} a connection.
    </p>
  )
}
