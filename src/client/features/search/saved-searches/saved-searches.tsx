import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { savedSearchesQuery } from '#client/data/saved-searches.ts'
import { SAVED_SEARCHES } from '#client/format/saved-searches-hash.ts'
import { Button } from '#client/ui/button.tsx'
import { BookmarkIcon } from '#client/ui/icons.tsx'
import styles from './saved-searches.module.css'
import { SavedSearchesSheet } from './saved-searches-sheet.tsx'

export { SaveSearch } from './save-search.tsx'

/**
 * The button that opens the saved searches. Hidden while the person has no saved searches. A link
 * from another page opens the saved searches too.
 */
export function SavedSearches() {
  const { data: searches = [] } = useQuery(savedSearchesQuery)
  const [isPressed, setPressed] = useState(false)
  const isLinked = useLocation({ select: ({ hash }) => hash === SAVED_SEARCHES })
  const navigate = useNavigate({ from: '/listings' })
  const isOpen = isPressed || isLinked
  function close() {
    setPressed(false)
    if (isLinked) void navigate({ search: true, hash: '', replace: true, resetScroll: false })
  }
  // Keep the button while the sheet is open, because the button gets the focus when the sheet
  // closes.
  if (searches.length === 0 && !isOpen) return null
  return (
    <>
      <Button
        variant="quiet"
        className={styles.opener}
        aria-haspopup="dialog"
        onClick={() => setPressed(true)}
      >
        <BookmarkIcon />
        Saved Searches
      </Button>
      <SavedSearchesSheet isOpen={isOpen} onOpen={() => setPressed(false)} onClose={close} />
    </>
  )
}
