const SITE = 'Engawa'

/** The document's title while it is mounted. React puts it into the head, also on the server. */
export function PageTitle({ children }: { children: string }) {
  return <title>{`${children} · ${SITE}`}</title>
}
