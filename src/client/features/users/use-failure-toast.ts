import { useEffect } from 'react'
import { ApiError } from '#client/api/failures.ts'
import { failureToast } from '#client/components/mutation-toasts.ts'
import { showToast } from '#client/ui/toast.ts'

export function useFailureToast({ error }: { error: Error | null }, failure: string) {
  useEffect(() => {
    // The route guards handle a 401 or 403, so show no toast.
    const isOut = error instanceof ApiError && [401, 403].includes(error.status)
    if (error && !isOut) showToast(failureToast(error, failure))
  }, [error, failure])
}
