import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The listing whose gallery is open; kept in the history so that going back closes it. */
    opened?: string
  }
}

/** Which listing's gallery is open, and how to open and close it. */
export function useOpenedListing() {
  const router = useRouter()
  const navigate = useNavigate()
  const openedId = useLocation({ select: ({ state }) => state.opened })
  return {
    openedId,
    open: (id: string) =>
      void navigate({ to: '.', search: true, state: { opened: id }, resetScroll: false }),
    close: () => router.history.back(),
  }
}
