import { useIsOnline } from '#client/sync/use-is-online.ts'
import { useServerAction } from '#client/sync/use-server-action.ts'
import { Button, type ButtonProps } from '#client/ui/button.tsx'

interface ServerButtonProps extends ButtonProps {
  isPending: boolean
  /** The id of the `ConnectionReason` that says why the button is disabled offline. */
  reasonId: string
}

/** Like `ActionButton`, but without Chakra. */
export function ServerButton({ isPending, reasonId, onClick, ...props }: ServerButtonProps) {
  const action = useServerAction({ isPending, reasonId, onClick })
  return <Button {...props} {...action} />
}

interface ConnectionReasonProps {
  id: string
  /** The action that needs a connection, written as the beginning of a sentence: `Paying needs`. */
  needing: string
  className?: string
}

/** While the app is offline, says why the buttons of an action are disabled. */
export function ConnectionReason({ id, needing, className }: ConnectionReasonProps) {
  if (useIsOnline()) return null
  return (
    <p id={id} className={className}>
      {`${needing} a connection.`}
    </p>
  )
}
