import { failureMessage, refusedField } from '#client/api/failures.ts'
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

interface FieldErrors<Name extends string> {
  names: readonly Name[]
  setError: (name: Name, error: string) => void
  failure: string
}

/**
 * Returns an error handler that shows the server's refusal at the field that the refusal names. If
 * the refusal names none of `names`, the handler shows it in a toast.
 */
export function refusalAtField<Name extends string>(fields: FieldErrors<Name>) {
  return (error: Error) => {
    const name = refusedField(error, fields.names)
    if (name) fields.setError(name, error.message)
    else showToast(failureToast(error, fields.failure))
  }
}

/**
 * A toast that shows `failure`, and also the reason if it is known from the server or the network.
 */
export function failureToast(error: unknown, failure: string) {
  const reason = failureMessage(error, '')
  return { type: 'error', title: failure, ...(reason && { description: reason }) } as const
}
