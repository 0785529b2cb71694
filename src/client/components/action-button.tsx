import { Button } from '@chakra-ui/react/button'
import type { ComponentProps } from 'react'
import { useServerAction } from '#client/sync/use-server-action.ts'
import { NEEDS_CONNECTION } from './stale-data-notice.tsx'

type ActionButtonProps = ComponentProps<typeof Button> & { isPending?: boolean }

export function ActionButton({ isPending, onClick, ...props }: ActionButtonProps) {
  const action = useServerAction({ isPending, reasonId: NEEDS_CONNECTION, onClick })
  return <Button {...props} {...action} />
}
