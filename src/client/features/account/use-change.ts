import { type DefaultError, type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { failureMessage } from '#client/api/failures.ts'
import type { Outcome } from '#client/ui/outcome.tsx'

export type OnOutcome = (outcome: Outcome | null) => void

interface Sentences<Data> {
  /** The message after success. Omit it if the page already shows the changed value. */
  success?: string | ((data: Data) => string)
  /** The message after a failure, if the server sends no message. */
  failure: string
  onOutcome: OnOutcome
  /** Closes the form after success. */
  onClose?: () => void
}

/** A mutation that reports its outcome as a message. A new attempt removes the previous message. */
export function useChange<Data, Variables>(
  change: UseMutationOptions<Data, DefaultError, Variables>,
  { success, failure, onOutcome, onClose }: Sentences<Data>,
) {
  const { mutateAsync, isPending } = useMutation(change)

  /** Resolves with the result, or with undefined after a failure. */
  async function submit(variables: Variables) {
    onOutcome(null)
    try {
      const data = await mutateAsync(variables)
      onClose?.()
      const sentence = typeof success === 'function' ? success(data) : success
      if (sentence) onOutcome({ type: 'success', sentence })
      return data
    } catch (error) {
      onOutcome({ type: 'error', sentence: failureMessage(error, failure) })
      return undefined
    }
  }

  return { submit, isPending }
}
