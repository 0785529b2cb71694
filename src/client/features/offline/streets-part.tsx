import type { Listing } from '#client/data/to-listing.ts'
import { formatSize } from '#client/format/sizes.ts'
import type { SavedPhotos } from '#client/photos/saved-photos.ts'
import { type StreetPhase, streetSaver } from '#client/streets/street-saver.ts'
import { MapIcon } from '#client/ui/icons.tsx'
import { DevicePart, type PartState } from './device-part.tsx'
import { describePhase } from './saving-status.tsx'
import { useStreets } from './use-streets.ts'

interface StreetsPartProps {
  favorites: Listing[]
  /** The phase of saving photos. The streets are saved and removed with the photos. */
  phase: SavedPhotos['phase']
}

/**
 * The streets around the favorites on this device. Renders nothing if the operator has no map of
 * streets, or the places of all favorites are unknown.
 */
export function StreetsPart({ favorites, phase }: StreetsPartProps) {
  const streets = useStreets(favorites)
  if (!streets.hasStreets) return null
  return <DevicePart icon={MapIcon} title="Street map" state={describeState(streets, phase)} />
}

const FAILURES: Partial<Record<StreetPhase, string>> = {
  full: 'This device is full, so not all streets around your favorites could be saved. Free up space, then try again.',
  interrupted: 'The connection was lost before all streets around your favorites were saved.',
  replaced: 'The street map was updated during the download. Try again to save the new map.',
  failed: 'The streets around your favorites could not be downloaded.',
}

function describeState(
  {
    saved,
    plan,
    isError,
    refetch,
    isOnline,
    totalPlaces,
    mayDownload,
  }: ReturnType<typeof useStreets>,
  phase: SavedPhotos['phase'],
): PartState {
  if (phase === 'off') {
    return {
      status: 'Not saved',
      text: `The streets around your favorites will be saved too${plan ? `, about ${formatSize(plan.bytes)}` : ''}.`,
    }
  }
  const failure = saved.phase ? FAILURES[saved.phase] : isError && isOnline && FAILURES.failed
  if (failure) {
    return {
      status: 'Not completely saved',
      warning: failure,
      action: { label: 'Try again', run: retry, variant: 'secondary' },
    }
  }
  if (saved.phase === 'saving' && plan && plan.missingBytes > 0) {
    const addedBytes = Math.min(saved.addedBytes, plan.missingBytes)
    return {
      status: 'Saving for offline',
      ...(plan.isReplaced && { text: 'A new street map is available.' }),
      progress: {
        words: `${formatSize(addedBytes)} of ${formatSize(plan.missingBytes)}`,
        value: addedBytes,
        max: plan.missingBytes,
      },
    }
  }
  const isOn = phase === 'saving' || phase === 'done'
  if (isOn && isOnline && !mayDownload && plan) {
    return {
      status: describePhase('metered', true),
      action: {
        label: `Save the streets too, about ${formatSize(plan.missingBytes)}`,
        run: streetSaver.agree,
        variant: 'secondary',
      },
    }
  }
  if (saved.bytes) {
    const isPart = plan && plan.placeCount < totalPlaces
    return {
      status: 'Saved for offline',
      text: `Streets around ${isPart ? `${plan.placeCount} of ${totalPlaces} places` : 'your favorites'}: ${formatSize(saved.bytes)} saved.${isPart ? ' This is the most that Engawa saves. The newest favorites are saved first.' : ''}`,
    }
  }
  if (!isOnline) {
    return {
      status: 'Waiting for a connection',
      text: "The streets around your favorites will be saved when you're back online.",
    }
  }
  return { status: 'Not saved', text: 'The streets are saved with the photos of your favorites.' }

  /** Plans the download again, because the operator may have replaced the street file. */
  async function retry() {
    streetSaver.agree()
    const { data } = await refetch()
    if (data) await streetSaver.save(data)
  }
}
