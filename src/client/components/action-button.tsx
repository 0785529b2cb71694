import { Button } from '@chakra-ui/react/button'
import type { ComponentProps, MouseEvent } from 'react'
import { useIsOnline } from '#client/sync/use-is-online.ts'
import { NEEDS_CONNECTION } from './stale-data-notice.tsx'

type ActionButtonProps = ComponentProps<typeof Button> & { isPending?: boolean }

/**
 * A button for an action that needs the server. The button uses `aria-disabled`, because a button
 * with `disabled` would lose the focus.
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

/** Keeps a submit button from sending its form. */
function preventDefault(event: MouseEvent) {
  event.preventDefault()
}
