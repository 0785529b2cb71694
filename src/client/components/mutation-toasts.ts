import { failureMessage } from '#client/api/failures.ts'
import { showToast } from '#client/ui/toast.ts'

interface Sentences {
  success: string
  failure: string
  onSuccess?: () => void
}

/** Toasts for a mutation. The failure toast includes the server's reason. */
export function mutationToasts({ success, failure, onSuccess }: Sentences) {
  return {
    onSuccess: () => {
      onSuccess?.()
      showToast({ type: 'success', title: success })
    },
    onError: (error: Error) => showToast(failureToast(error, failure)),
  }
}

/**
 * A toast that shows `failure`, and also the reason if it is known from the server or the network.
 */
export function failureToast(error: unknown, failure: string) {
  const reason = failureMessage(error, '')
  return { type: 'error', title: failure, ...(reason && { description: reason }) } as const
}
