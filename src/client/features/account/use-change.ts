import { type DefaultError, type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { failureMessage } from '#client/api/failures.ts'
import type { Outcome } from '#client/ui/outcome.tsx'

export type OnOutcome = (outcome: Outcome | null) => void

interface Sentences<Data> {
  /** Without it there is nothing to say: what follows speaks for itself. */
  success?: string | ((data: Data) => string)
  /** Where the server has no better one. */
  failure: string
  onOutcome: OnOutcome
  /** Closes its form when it is done with. */
  onClose?: () => void
}

/** A change that says what has come of it, in place of what was said before. */
export function useChange<Data, Variables>(
  change: UseMutationOptions<Data, DefaultError, Variables>,
  { success, failure, onOutcome, onClose }: Sentences<Data>,
) {
  const { mutateAsync, isPending } = useMutation(change)

  async function submit(variables: Variables) {
    onOutcome(null)
    try {
      const data = await mutateAsync(variables)
      onClose?.()
      const sentence = typeof success === 'function' ? success(data) : success
      if (sentence) onOutcome({ type: 'success', sentence })
    } catch (error) {
      onOutcome({ type: 'error', sentence: failureMessage(error, failure) })
    }
  }

  return { submit, isPending }
}
