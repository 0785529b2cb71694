import { useEffect } from 'react'
import { ApiError } from '#client/api/failures.ts'
import { failureToast } from '#client/components/mutation-toasts.ts'
import { showToast } from '#client/ui/toast.ts'

/** Says `failure` whenever something could not be loaded. */
export function useFailureToast({ error }: { error: Error | null }, failure: string) {
  useEffect(() => {
    // Of who has lost their rights or their session, the guards speak.
    const isOut = error instanceof ApiError && [401, 403].includes(error.status)
    if (error && !isOut) showToast(failureToast(error, failure))
  }, [error, failure])
}
