import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Alert } from './alert.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The success message that the next page shows. See `FlashMessage`. */
    message?: string
  }
}

/** How long a success message stays, in milliseconds. */
export const FLASH_DURATION_MS = 5_000

/** Shows the message of `navigate({ to, state: { message } })` for a few seconds. */
export function FlashMessage() {
  const router = useRouter()
  const message = useLocation({ select: ({ state }) => state.message })

  useEffect(() => {
    if (!message) return
    const timer = setTimeout(() => {
      const { href, state } = router.history.location
      // Remove the message from the history, so that Back or a reload does not show the message
      // again.
      router.history.replace(href, { ...state, message: undefined })
    }, FLASH_DURATION_MS)
    return () => clearTimeout(timer)
  }, [message, router])

  return message ? <Alert type="success">{message}</Alert> : null
}
