const SITE = 'Engawa'

/**
 * Sets the document's title while this component is mounted. React puts the title into the head,
 * also on the server.
 */
export function PageTitle({ children }: { children: string }) {
  return <title>{`${children} · ${SITE}`}</title>
}
