import { useMutation, useQuery } from '@tanstack/react-query'
import { CsvButton } from '#client/components/csv-button.tsx'
import { failureToast } from '#client/components/mutation-toasts.ts'
import { Answered } from '#client/components/query-boundary.tsx'
import { importPlaces, placesQuery } from '#client/data/places.ts'
import { formatNumber } from '#client/format/format.ts'
import { DataTable } from '#client/ui/data-table.tsx'
import { showToast } from '#client/ui/toast.ts'
import type { Places as PlacesAnswer } from '#contract/places.ts'
import { prefectureDisplay } from '#contract/prefectures.ts'
import styles from './imports.module.css'
import { formatListings } from './words.ts'

/**
 * The stored places, and the listings without a place. English names of listings come from the
 * places.
 */
export function Places() {
  const query = useQuery(placesQuery)
  const { mutate, isPending } = useMutation(importPlaces)
  const upload = (file: File) =>
    mutate(file, {
      onSuccess: (matched) =>
        showToast({
          type: 'success',
          title: `Places imported, ${formatListings(matched)} changed`,
        }),
      onError: (error) => showToast(failureToast(error, 'The places could not be imported')),
    })
  return (
    <section className={styles.parts} aria-labelledby="places">
      <h3 id="places">Places</h3>
      {query.data ? (
        // The list of imports above already says when the page may be out of date, so this part
        // does not.
        <Known places={query.data} />
      ) : (
        <Answered query={query} failure="The places could not be loaded">
          {(places) => <Known places={places} />}
        </Answered>
      )}
      <div>
        <CsvButton label="CSV file of municipalities" isPending={isPending} onFile={upload}>
          Replace Places
        </CsvButton>
      </div>
    </section>
  )
}

function Known({ places }: { places: PlacesAnswer }) {
  const { place_count, attribution, unplaced_count, unplaced } = places
  return (
    <>
      <p>
        {formatNumber(place_count)} prefectures, municipalities and wards give listings their
        English names. {attribution}
      </p>
      {unplaced_count === 0 ? (
        <p>Every listing has a place.</p>
      ) : (
        <>
          <p>
            {formatListings(unplaced_count)} without a place: the city stays as the source writes
            it.
          </p>
          <DataTable
            label="Cities without a place"
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
        </>
      )}
    </>
  )
}
