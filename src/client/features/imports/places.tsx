import { useMutation, useQuery } from '@tanstack/react-query'
import { CsvButton } from '#client/components/csv-button.tsx'
import { failureToast } from '#client/components/mutation-toasts.ts'
import { QueryBoundary } from '#client/components/query-boundary.tsx'
import { importPlaces, placesQuery } from '#client/data/places.ts'
import { formatNumber } from '#client/format/format.ts'
import { DataTable } from '#client/ui/data-table.tsx'
import { showToast } from '#client/ui/toast.ts'
import type { PlaceFileKind } from '#contract/choices.ts'
import type { Places as PlacesAnswer, PlacesImport } from '#contract/places.ts'
import { prefectureDisplay } from '#contract/prefectures.ts'
import { formatListings } from './describe-import.ts'
import styles from './imports.module.css'

/**
 * Shows how many places the server knows. Listings get their English place names from these places.
 * Also shows the cities of listings that have no known place.
 */
export function Places() {
  const query = useQuery(placesQuery)
  const { mutate, isPending } = useMutation(importPlaces)
  const upload = (file: File) =>
    mutate(file, {
      onSuccess: ({ kind, rows, matched, unknown }) =>
        showToast({
          type: 'success',
          title: `${formatNumber(rows)} ${KINDS[kind]} imported, ${formatListings(matched)} changed`,
          description: describeUnknown(unknown),
        }),
      onError: (error) => showToast(failureToast(error, 'The places could not be imported')),
    })
  return (
    <section className={styles.parts} aria-labelledby="places">
      <h3 id="places">Places</h3>
      {query.data ? (
        // Show no message about old data here, because the list of imports above already shows one.
        <Known places={query.data} />
      ) : (
        <QueryBoundary query={query} failure="The places could not be loaded">
          {(places) => <Known places={places} />}
        </QueryBoundary>
      )}
      <div>
        <CsvButton
          label="File of places"
          accept=".csv,.gz,.json,.geojson,text/csv,application/gzip,application/json"
          isPending={isPending}
          onFile={upload}
        >
          Replace Places
        </CsvButton>
      </div>
    </section>
  )
}

const KINDS: Record<PlaceFileKind, string> = {
  municipalities: 'places',
  oaza: 'oaza',
  stations: 'stations',
  borders: 'prefectures with borders of municipalities',
}

/**
 * Names the municipalities that the server does not know. The import skipped the oaza (districts)
 * of these municipalities.
 */
function describeUnknown(unknown: PlacesImport['unknown']) {
  if (unknown.length === 0) return undefined
  const names = unknown.map(({ municipality, count }) => `${municipality} (${formatNumber(count)})`)
  return `Unknown municipalities, whose oaza (districts) were left out: ${names.join(', ')}`
}

function Known({ places }: { places: PlacesAnswer }) {
  const { place_count, oaza_count, station_count, attribution, unplaced_count, unplaced } = places
  const { unfound_station_count, unfound_stations } = places
  const unlisted = unplaced_count - unplaced.reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      <p>
        {`The English place names in listings come from a table of ${formatNumber(place_count)} prefectures, municipalities and wards. ${oaza_count > 0 ? `${formatNumber(oaza_count)} oaza (districts) are known, so that listings can name the part of a municipality. ` : ''}${station_count > 0 ? `${formatNumber(station_count)} stations are known. ` : ''}${attribution}`}
      </p>
      <p>
        You can replace these places with official files of municipalities, oaza or stations, one
        file at a time. You can also add a file of borders for the map. Engawa recognises the kind
        of each file.
      </p>
      {unplaced_count === 0 ? (
        <p>Every listing has a place.</p>
      ) : (
        <>
          <p>
            {`${formatListings(unplaced_count)} without a known place: the city stays as the source writes it.`}
          </p>
          <DataTable
            label="Cities whose place is not known"
            columns={[
              { label: 'City', cell: ({ city }) => city ?? 'Not stated' },
              { label: 'Prefecture', cell: ({ prefecture }) => prefectureDisplay(prefecture) },
              {
                label: 'Listings',
                isNumber: true,
                cell: ({ count }) => formatNumber(count),
              },
            ]}
            rows={unplaced}
            keyOf={({ prefecture, city }) => `${prefecture} ${city}`}
          />
          {unlisted > 0 && (
            <p>{`The table shows the ${formatNumber(unplaced.length)} most frequent cities. Not shown: ${formatListings(unlisted)} in other cities.`}</p>
          )}
        </>
      )}
      {unfound_station_count > 0 && (
        <>
          <p>{`${formatListings(unfound_station_count)} whose station was not found:`}</p>
          <DataTable
            label="Stations that were not found"
            columns={[
              { label: 'Station', cell: ({ station }) => station },
              { label: 'Prefecture', cell: ({ prefecture }) => prefectureDisplay(prefecture) },
              { label: 'Listings', isNumber: true, cell: ({ count }) => formatNumber(count) },
            ]}
            rows={unfound_stations}
            keyOf={({ prefecture, station }) => `${prefecture} ${station}`}
          />
        </>
      )}
    </>
  )
}
