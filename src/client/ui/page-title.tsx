const SITE = 'Engawa'

/** Names the document while it is shown; React puts it into the head, on the server as well. */
export function PageTitle({ children }: { children: string }) {
  return <title>{`${children} · ${SITE}`}</title>
}
