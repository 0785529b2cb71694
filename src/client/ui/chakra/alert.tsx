import { AlertContent, AlertIndicator, AlertRoot } from '@chakra-ui/react/alert'
import type { AlertProps } from '#client/ui/alert.tsx'
import { CheckIcon, WarningIcon } from '#client/ui/icons.tsx'

/**
 * A message. Screen readers announce an error immediately, and other messages at the next pause.
 */
export function Alert({ type, children }: AlertProps) {
  return (
    <AlertRoot status={type} role={type === 'error' ? 'alert' : 'status'}>
      <AlertIndicator>{type === 'success' ? <CheckIcon /> : <WarningIcon />}</AlertIndicator>
      <AlertContent>{children}</AlertContent>
    </AlertRoot>
  )
}
