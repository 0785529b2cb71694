import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useDisplay } from '#client/components/use-display.ts'
import { hasUncheckedFilters, housesOnDeviceQuery, isMatch } from '#client/data/houses-on-device.ts'
import type { ListingsParams } from '#client/data/listings-params.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { ListingCards } from '#client/features/listings/listing-cards.tsx'
import { formatHouses } from '#client/format/format.ts'
import { useConnectionProblem } from '#client/sync/connection-problem.ts'
import styles from './possible-houses.module.css'

interface HousesOnDeviceProps {
  params: ListingsParams
  actions: (listing: Listing) => ReactNode
}

/** The houses on this device that match a search whose results could not be loaded. */
export function HousesOnDevice({ params, actions }: HousesOnDeviceProps) {
  const titleId = useId()
  const display = useDisplay()
  const problem = useConnectionProblem()
  const { data: houses } = useQuery(housesOnDeviceQuery)
  if (!problem || !houses || houses.length === 0) return null
  const found = houses.filter((house) => isMatch(house, params, display))
  const isYearUnchecked =
    params.constructionYearMax !== undefined && found.some(({ yearBuilt }) => !yearBuilt)
  return (
    <section className={styles.possible} aria-labelledby={titleId}>
      <h2 id={titleId}>On This Device</h2>
      <p className="soft">
        {`${describeFound(found.length, houses.length)} Other houses could not be searched.`}
      </p>
      {hasUncheckedFilters(params) && (
        <p className="soft">
          The filters for places, distances, watch-outs and good signs need a connection, so they
          were skipped.
        </p>
      )}
      {isYearUnchecked && (
        <p className="soft">
          Houses whose year is not saved here may be newer than your latest year.
        </p>
      )}
      <ListingCards
        listings={found}
        page={{ params, total: found.length, totalPages: 1 }}
        actions={actions}
      />
    </section>
  )
}

function describeFound(found: number, all: number) {
  if (all === 1) {
    return `The only house saved on this device ${found === 1 ? 'matches' : 'does not match'}.`
  }
  const verb = found > 1 ? 'match' : 'matches'
  return `${found || 'None'} of the ${formatHouses(all)} saved on this device ${verb}.`
}
