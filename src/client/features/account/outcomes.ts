import { failureMessage } from '#client/api.ts'
import type { Outcome } from '#client/ui/outcome.tsx'

export type OnOutcome = (outcome: Outcome | null) => void

interface Sentences {
  success: string
  /** Where the server has no better one. */
  failure: string
  onClose?: () => void
}

/** Says what has come of a change, and closes its form when that is done with. */
export function outcomesOf(onOutcome: OnOutcome, { success, failure, onClose }: Sentences) {
  return {
    onSuccess: () => {
      onClose?.()
      onOutcome({ type: 'success', sentence: success })
    },
    onError: (error: Error) =>
      onOutcome({ type: 'error', sentence: failureMessage(error, failure) }),
  }
}
