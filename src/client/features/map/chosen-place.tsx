import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useId, useRef } from 'react'
import { useDisplay } from '#client/components/use-display.ts'
import { listingsQuery } from '#client/data/listings.ts'
import { type ListingsParams, parseListingsParams } from '#client/data/listings-params.ts'
import { savedListingsQuery } from '#client/data/saved-listings.ts'
import { toListing } from '#client/data/to-listing.ts'
import { formatHouses } from '#client/format/format.ts'
import { NO_PLACE_FILTERS } from '#client/format/place-filters.ts'
import { describePosition } from '#client/format/precision.ts'
import { formatAskedPrice, formatConvertedPrice } from '#client/format/price.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { Button } from '#client/ui/button.tsx'
import { MAP_BESIDE_LIST, useMediaQuery } from '#client/ui/media-query.ts'
import type { ListingRecord } from '#contract/listings.ts'
import styles from './chosen-place.module.css'
import type { MappedPlace } from './group-places.ts'
import { savedPlaceCode } from './saved-places.ts'

/**
 * The maximum number of houses in the list of the chosen place. The full list of results shows all
 * of them.
 */
const MAX_SHOWN = 5

interface ChosenPlaceProps {
  place: MappedPlace
  params: ListingsParams
  /**
   * Whether the place comes from the houses saved on this device, because the server is
   * unreachable.
   */
  isSavedOnly: boolean
  onChange: (change: ListingsParams) => void
}

export function ChosenPlace({ place, params, isSavedOnly, onChange }: ChosenPlaceProps) {
  const { code, en, ja, count, precision, radius_km } = place
  const titleId = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const isBeside = useMediaQuery(MAP_BESIDE_LIST)
  // For a prefecture, `count` is only the number of houses whose municipality is unknown. A search
  // would find all houses of the prefecture, so show no list.
  const isPrefecture = precision === 'prefecture'
  // Parsing drops `match` if no filter by distance is left.
  const search = parseListingsParams({
    ...params,
    ...NO_PLACE_FILTERS,
    place: code,
    page: undefined,
    pageSize: undefined,
  })
  const found = useQuery({
    ...listingsQuery(search),
    enabled: !isSavedOnly && !isPrefecture,
    placeholderData: undefined,
  })
  const saved = useQuery({ ...savedListingsQuery, enabled: isSavedOnly })
  const records = isSavedOnly ? saved.data?.filter(liesIn(code)) : found.data?.results

  // biome-ignore lint/correctness/useExhaustiveDependencies: Another place is another choice.
  useEffect(() => {
    title.current?.focus({ preventScroll: true })
    title.current?.scrollIntoView({ block: 'nearest' })
  }, [code])

  return (
    <section className={styles.chosen} aria-labelledby={titleId}>
      <h2 ref={title} className={styles.title} id={titleId} tabIndex={-1}>
        <span translate="no">{en}</span>{' '}
        {ja !== en && (
          <span lang="ja" translate="no">
            {ja}
          </span>
        )}
      </h2>
      <p>
        {`${formatHouses(count)}, ${describePosition(en, { precision, radiusKm: radius_km })}.${explainArea(precision, count)}`}
      </p>
      {!isPrefecture && <Houses records={records?.slice(0, MAX_SHOWN) ?? []} />}
      {!isSavedOnly && (
        <Button
          variant="secondary"
          onClick={() =>
            onChange({ ...NO_PLACE_FILTERS, place: code, view: isBeside ? params.view : undefined })
          }
        >
          {isPrefecture
            ? `Show all houses in ${en} in the list`
            : count === 1
              ? 'Show this house in the list'
              : `Show all ${count} in the list`}
        </Button>
      )}
    </section>
  )
}

/** Says how exact the positions on the map are, to be added to a paragraph. Empty for a point. */
function explainArea(precision: MappedPlace['precision'], count: number) {
  if (precision === 'point') return ''
  if (precision !== 'prefecture') return ' The circle on the map shows this area.'
  return ` Only the prefecture of ${count === 1 ? 'this house' : 'these houses'} is known.`
}

function Houses({ records }: { records: readonly ListingRecord[] }) {
  const display = useDisplay()
  return (
    <ul className={styles.houses}>
      {records.map(toListing).map((listing) => (
        <li key={listing.id}>
          <Link className={styles.house} to="/listings/$id" params={{ id: listing.id }}>
            <span className={styles.name}>
              <Bilingual>{listing.title}</Bilingual>
            </span>
            <span>
              {`${formatAskedPrice(listing)} ${formatConvertedPrice(listing, display) ?? ''}`}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

const liesIn = (code: string) => (record: ListingRecord) =>
  record.placeName !== undefined && savedPlaceCode(record.placeName) === code
