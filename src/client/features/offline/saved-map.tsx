import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { isMetered } from '#client/browser/metered.ts'
import { basemapQuery, bordersQuery } from '#client/data/basemap.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { formatSize } from '#client/format/sizes.ts'
import type { SavedPhotos } from '#client/photos/saved-photos.ts'
import { type StreetPhase, streetSaver } from '#client/streets/street-saver.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { isPrefecture, prefectureValue } from '#contract/prefectures.ts'
import styles from './save-for-offline.module.css'
import { useStreetPlan } from './use-street-plan.ts'

interface SavedMapProps {
  favorites: Listing[]
  /**
   * The phase of saving photos. In the phases `saving` and `done`, this component saves the map
   * too.
   */
  phase: SavedPhotos['phase']
}

/**
 * Saves the map with the favorites, so that people see offline where the houses are. If the
 * operator has a map of streets, saves the streets around the favorites and shows the progress.
 * Deletes the saved streets when saving is switched off.
 */
export default function SavedMap({ favorites, phase }: SavedMapProps) {
  const queryClient = useQueryClient()
  const { plan, isError, refetch, hasStreets, isOnline, totalPlaces } = useStreetPlan(favorites)
  const saved = useSyncExternalStore(streetSaver.watch, streetSaver.current)
  const isOn = phase === 'saving' || phase === 'done'
  const isOff = phase === 'off'
  const [wasOff, setWasOff] = useState(isOff)
  const [isAllowed, setAllowed] = useState(false)
  if (wasOff !== isOff) {
    setWasOff(isOff)
    // Beside the button "Save for offline", the panel states the download size of the streets. A
    // person who presses the button agrees to this download, even on a metered connection.
    setAllowed(wasOff)
  }
  const mayDownload = !isMetered() || isAllowed || plan?.missingBytes === 0
  useEffect(() => void streetSaver.readBytes(), [])
  useEffect(() => {
    if (isOff) void streetSaver.remove()
  }, [isOff])
  useEffect(() => {
    if (isOn) void saveBorders(queryClient, favorites).catch(() => undefined)
  }, [isOn, queryClient, favorites])
  useEffect(() => {
    if (!isOn || !isOnline || !mayDownload) streetSaver.pause()
    else if (plan) void streetSaver.save(plan)
  }, [isOn, isOnline, mayDownload, plan])

  if (!hasStreets) return null
  if (isOff) {
    return (
      plan && (
        <p className="soft">{`The streets around your favorites will be saved too, about ${formatSize(plan.bytes)}.`}</p>
      )
    )
  }
  // Plan the download again, because the operator may have replaced the street file.
  const retry = async () => {
    const { data } = await refetch()
    if (data) await streetSaver.save(data)
  }
  const failure = saved.phase ? FAILURES[saved.phase] : isError && isOnline && FAILURES.failed
  if (failure) {
    return (
      <Alert type="warning">
        <p>{failure}</p>
        <Button variant="secondary" onClick={() => void retry()}>
          Try again
        </Button>
      </Alert>
    )
  }
  if (saved.phase === 'saving' && plan) {
    return (
      <p className="soft">
        {`${plan.isReplaced ? 'A new street map is available. ' : ''}Saving the streets around your favorites: ${formatSize(plan.bytes)}.`}
      </p>
    )
  }
  if (isOn && isOnline && !mayDownload && plan) {
    return (
      <div className={styles.actions}>
        <Button variant="secondary" onClick={() => setAllowed(true)}>
          {`Save the streets too, about ${formatSize(plan.missingBytes)}`}
        </Button>
      </div>
    )
  }
  if (saved.bytes) {
    const isPart = plan && plan.placeCount < totalPlaces
    return (
      <p className="soft">
        {`Streets around ${isPart ? `${plan.placeCount} of ${totalPlaces} places` : 'your favorites'}: ${formatSize(saved.bytes)} saved.${isPart ? ' This is the most that Engawa saves. The newest favorites are saved first.' : ''}`}
      </p>
    )
  }
  return (
    !isOnline && (
      <p className="soft">
        The streets around your favorites will be saved when you're back online.
      </p>
    )
  )
}

/** The error messages for a download of streets that did not finish. */
const FAILURES: Partial<Record<StreetPhase, string>> = {
  full: 'This device is full, so not all streets around your favorites could be saved. Free up space, then try again.',
  interrupted: 'The connection was lost before all streets around your favorites were saved.',
  replaced: 'The street map was updated during the download. Try again to save the new map.',
  failed: 'The streets around your favorites could not be downloaded.',
}

/**
 * Saves the borders of municipalities in the prefectures of the favorites, if the server has
 * borders.
 */
async function saveBorders(queryClient: QueryClient, favorites: readonly Listing[]) {
  const { borders } = await queryClient.fetchQuery(basemapQuery)
  if (!borders) return
  const prefectures = new Set(
    favorites.map(({ prefecture }) => prefectureValue(prefecture)).filter(isPrefecture),
  )
  // Load one prefecture after another. Many requests at once would slow down the photos, which load
  // at the same time. If the borders of a prefecture fail to load, the map loads them again.
  for (const prefecture of prefectures) await queryClient.prefetchQuery(bordersQuery(prefecture))
}
