import { useEffect } from 'react'
import { preload } from '#client/api/api.ts'
import { authEndpoint } from '#client/data/auth.ts'

/**
 * Loads the code of a form's requests after the form has rendered. If the code loaded only when the
 * form is sent, a network that hangs at that moment would prevent sending.
 */
export function usePreloadedRequests() {
  useEffect(() => preload(authEndpoint('login')), [])
}
