import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { lazyExtra } from '#client/components/lazy-part.tsx'
import type { Listing } from '#client/data/to-listing.ts'
import { favoritesQuery } from '#client/favorites/favorites-query.ts'
import { readSavedFavorites } from '#client/favorites/saved-favorites.ts'
import { formatHouses } from '#client/format/format.ts'
import { favoritePhotoSaver } from '#client/photos/account-photos.ts'
import { type CheckResult, checkSaved, type IncompleteHouse } from '#client/photos/check-saved.ts'
import { hasPhotosToSave } from '#client/photos/photo-caches.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { Button } from '#client/ui/button.tsx'
import styles from './device.module.css'

const CheckedStreets = lazyExtra(() => import('./checked-streets.tsx'))

/** Checks what would open offline, and lists what is missing. */
export function SavedCheck({ favorites }: { favorites: Listing[] }) {
  const queryClient = useQueryClient()
  // Use plain state instead of a mutation, so that the page does not load the code of
  // mutations.
  const [opened, setOpened] = useState<number>()
  const [result, setResult] = useState<CheckResult | 'unreadable'>()
  const isChecking = opened !== undefined

  async function check() {
    setResult(undefined)
    setOpened(0)
    try {
      setResult(await checkSaved(favorites, await readSavedFavorites(), setOpened))
    } catch {
      setResult('unreadable')
    }
    setOpened(undefined)
  }

  function saveMissing() {
    setResult(undefined)
    void queryClient.invalidateQueries({ queryKey: favoritesQuery.queryKey })
    void favoritePhotoSaver.saveNow()
  }

  return (
    <>
      <Button variant="secondary" disabled={isChecking} onClick={() => void check()}>
        Check what is saved
      </Button>
      <div className={styles.result}>
        {isChecking && (
          <p role="status">
            {`Opening ${Math.min(opened + 1, favorites.length)} of ${formatHouses(favorites.length)}`}
          </p>
        )}
        {result === 'unreadable' && <Alert type="error">The saved data could not be read.</Alert>}
        {typeof result === 'object' && (
          <>
            <Result result={result} favorites={favorites} onSave={saveMissing} />
            {result.opens && <CheckedStreets favorites={favorites} />}
          </>
        )}
      </div>
    </>
  )
}

interface ResultProps {
  result: CheckResult
  favorites: Listing[]
  onSave: () => void
}

function Result({ result: { incomplete, opens }, favorites, onSave }: ResultProps) {
  const { length: count } = favorites
  if (!opens) {
    return (
      <Alert type="warning">
        The app itself cannot open offline yet. Reload this page while online, then check again.
      </Alert>
    )
  }
  if (incomplete.length === 0) {
    return (
      <Alert type="success">
        {`${count === 1 ? 'The house opens' : `All ${count} houses open`} offline${favorites.some(hasPhotosToSave) ? ', with every photo' : ''}.`}
      </Alert>
    )
  }
  return (
    <Alert type="warning">
      <p>{`${formatHouses(incomplete.length)} will not open completely offline. Still missing:`}</p>
      <ul className={styles.incomplete}>
        {incomplete.map((house) => (
          <li key={house.listing.id}>
            <strong>
              <Bilingual>{house.listing.title}</Bilingual>
            </strong>
            <span>{`: ${describeMissing(house)}`}</span>
          </li>
        ))}
      </ul>
      <Button variant="secondary" onClick={onSave}>
        Save for offline
      </Button>
    </Alert>
  )
}

function describeMissing({ listing, photos, isRecordMissing }: IncompleteHouse) {
  if (isRecordMissing) return 'the house itself, with its contact and photos'
  return `${photos} of ${listing.photos.length === 1 ? '1 photo' : `${listing.photos.length} photos`}`
}
