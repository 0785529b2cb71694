import { failureMessage } from '#client/api/failures.ts'
import { showToast } from '#client/ui/toast.ts'

interface Sentences {
  success: string
  failure: string
  onSuccess?: () => void
}

/** For a mutation whose outcome is told in a toast: a failure with what the server says of it. */
export function toastsOf({ success, failure, onSuccess }: Sentences) {
  return {
    onSuccess: () => {
      onSuccess?.()
      showToast({ type: 'success', title: success })
    },
    onError: (error: Error) => showToast(failureToast(error, failure)),
  }
}

/** `failure`, and why, where the server or the network says so. */
export function failureToast(error: unknown, failure: string) {
  const reason = failureMessage(error, '')
  return { type: 'error', title: failure, ...(reason && { description: reason }) } as const
}
