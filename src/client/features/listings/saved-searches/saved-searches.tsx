import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { savedSearchesQuery } from '#client/data/saved-searches.ts'
import { Button } from '#client/ui/button.tsx'
import { BookmarkIcon } from './icons.tsx'
import styles from './saved-searches.module.css'
import { SavedSearchesSheet } from './saved-searches-sheet.tsx'

export { SaveSearch } from './save-search.tsx'

/** The button that opens the saved searches. Hidden while the person has no saved searches. */
export function SavedSearches() {
  const { data: searches = [] } = useQuery(savedSearchesQuery)
  const [isOpen, setOpen] = useState(false)
  // Keep the button while the sheet is open, because the button gets the focus when the sheet
  // closes.
  if (searches.length === 0 && !isOpen) return null
  return (
    <>
      <Button
        variant="quiet"
        className={styles.opener}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <BookmarkIcon />
        Saved Searches
      </Button>
      <SavedSearchesSheet isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
