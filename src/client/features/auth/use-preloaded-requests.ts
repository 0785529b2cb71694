import { useEffect } from 'react'
import { preload } from '#client/api/api.ts'
import { authEndpoint } from '#client/data/auth.ts'

/**
 * Loads the code of a form's requests after the form has rendered. Otherwise the form would load it
 * when it is sent, and could never be sent if the network hangs at that moment.
 */
export function usePreloadedRequests() {
  useEffect(() => preload(authEndpoint('login')), [])
}
