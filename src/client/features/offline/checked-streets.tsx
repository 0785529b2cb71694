import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useSyncExternalStore } from 'react'
import type { Listing } from '#client/data/to-listing.ts'
import { formatNumber } from '#client/format/format.ts'
import { formatSize } from '#client/format/sizes.ts'
import type { StreetCheck } from '#client/streets/check-streets.ts'
import { streetCheckQuery } from '#client/streets/street-plan-query.ts'
import { streetSaver } from '#client/streets/street-saver.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { useStreetCircles } from './use-streets.ts'

/**
 * Checks the saved streets around the favorites, and offers to download the missing parts. Renders
 * nothing if the operator has no map of streets, or no streets around the favorites.
 */
export default function CheckedStreets({ favorites }: { favorites: Listing[] }) {
  const queryClient = useQueryClient()
  const { url, circles, hasStreets } = useStreetCircles(favorites)
  const { data, isError, refetch } = useQuery({
    ...streetCheckQuery(url, circles),
    enabled: hasStreets,
  })
  const result = useRef<HTMLDivElement>(null)
  const { phase } = useSyncExternalStore(streetSaver.watch, streetSaver.current)

  async function saveMissing({ plan }: StreetCheck) {
    // The save button disappears when no street is missing any more. Move the focus to the result
    // now. Otherwise keyboard users would lose their place.
    result.current?.focus({ preventScroll: true })
    await streetSaver.save(plan)
    await refetch()
    // Refetch the plan of missing streets. Otherwise the screen would still offer to download the
    // streets that were just saved.
    void queryClient.invalidateQueries({ queryKey: ['street-plan'] })
  }

  if (isError) {
    return (
      <Alert type="warning">
        The streets around your favorites could not be checked. Connect to the internet, then check
        again.
      </Alert>
    )
  }
  if (!data) return hasStreets && <p role="status">Checking the streets</p>
  const { plan, partCount, storedCount, missingBytes } = data
  if (plan.ranges.length === 0) return null
  return (
    <div ref={result} tabIndex={-1}>
      {storedCount === partCount ? (
        <Alert type="success">{`All ${formatNumber(partCount)} parts of the street map around your favorites are saved.`}</Alert>
      ) : (
        <Alert type="warning">
          <p>
            {`${plan.isReplaced ? 'A new street map is available. ' : ''}${formatNumber(storedCount)} of ${formatNumber(partCount)} parts of the street map around your favorites are saved.`}
          </p>
          <Button
            variant="secondary"
            disabled={phase === 'saving'}
            onClick={() => void saveMissing(data)}
          >
            {`Save the missing parts, about ${formatSize(missingBytes)}`}
          </Button>
        </Alert>
      )}
    </div>
  )
}
