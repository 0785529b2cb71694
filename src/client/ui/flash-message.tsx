import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Alert } from './alert.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Good news that the next page shows for a while: see `FlashMessage`. */
    message?: string
  }
}

/** How long good news stays, in milliseconds. */
export const SHOWN_FOR = 5_000

/** The message a navigation brought along (`navigate({ to, state: { message } })`), for a while. */
export function FlashMessage() {
  const router = useRouter()
  const message = useLocation({ select: ({ state }) => state.message })

  useEffect(() => {
    if (!message) return
    const timer = setTimeout(() => {
      const { href, state } = router.history.location
      // Taken out of the history, so that going back or reloading does not bring it back.
      router.history.replace(href, { ...state, message: undefined })
    }, SHOWN_FOR)
    return () => clearTimeout(timer)
  }, [message, router])

  return message ? <Alert type="success">{message}</Alert> : null
}
