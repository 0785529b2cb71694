import { useEffect } from 'react'

const SITE = 'Engawa'

/** Names the document while the calling page is shown. */
export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · ${SITE}`
  }, [title])
}
