import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { savedSearchesQuery } from '#client/data/saved-searches.ts'
import { Button } from '#client/ui/button.tsx'
import { BookmarkIcon } from './icons.tsx'
import styles from './saved-searches.module.css'
import { SavedSearchesSheet } from './saved-searches-sheet.tsx'

export { SaveSearch } from './save-search.tsx'

/** The button that opens the saved searches. A person who has saved none does not see it. */
export function SavedSearches() {
  const { data: searches = [] } = useQuery(savedSearchesQuery)
  const [isOpen, setOpen] = useState(false)
  // While the sheet is open, the button stays, because it takes the focus back.
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
