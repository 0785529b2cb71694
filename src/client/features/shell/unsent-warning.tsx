import { describeUnsent } from './describe-unsent.ts'
import { LogOutWarning, type LogOutWarningProps } from './log-out-warning.tsx'

interface UnsentWarningProps extends Pick<LogOutWarningProps, 'onStay' | 'onLeave'> {
  /** How many changes would be lost; 0 when there is nothing to warn about. */
  count: number
}

/** Warns that the unsent changes of favorites and notes will be lost if the person logs out. */
export function UnsentWarning({ count, ...answers }: UnsentWarningProps) {
  return (
    <LogOutWarning {...answers} title="Some changes are not sent yet" isOpen={count > 0}>
      <p>{describeUnsent(count)}</p>
    </LogOutWarning>
  )
}
