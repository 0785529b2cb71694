import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ReadyCatalogue, sumOf } from '#client/catalogue/catalogue-state.ts'
import { deviceCatalogue } from '#client/catalogue/device-catalogue.ts'
import type { Output } from '#client/catalogue/questions.ts'
import { type PrefectureName, withoutSearch, withSearch } from '#client/catalogue/wanted.ts'
import { savedSearchesQuery } from '#client/data/saved-searches.ts'
import { formatHouses, formatNumber } from '#client/format/format.ts'
import { formatSize } from '#client/format/sizes.ts'
import { chosenPhotoSaver } from '#client/photos/account-photos.ts'
import fold from '#client/ui/fold.module.css'
import { Choice, ChoiceRow } from './choice-row.tsx'
import styles from './device.module.css'
import { photoCountsQuery, usePhotoSize } from './estimate-photos.ts'
import { prefectureName } from './prefecture-name.ts'

/** A search in more prefectures than this is described by their number. */
const MAX_NAMED = 3

/** The saved searches whose houses this device can save, with photos. Renders nothing without any. */
export function SearchList({ catalogue }: { catalogue: ReadyCatalogue }) {
  const [isOpen, setOpen] = useState(false)
  const { data: searches = [] } = useQuery(savedSearchesQuery)
  const { data: counts } = useQuery(photoCountsQuery(catalogue))
  const { photoBytes } = usePhotoSize(isOpen ? counts : undefined)
  const deleted = catalogue.searches
    .filter((search) => searches.every((one) => one.search !== search))
    .map((search) => ({ search, name: 'A search that is not saved any more' }))
  const all = [...searches, ...deleted]
  if (all.length === 0) return null
  const { length: saved } = catalogue.searches
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={fold.summary}>
        {`Houses of saved searches: ${saved === 0 ? 'none' : formatNumber(saved)} of ${formatNumber(all.length)} saved`}
      </summary>
      <div className={styles.prefectures}>
        <p className="soft">
          The houses that a search finds, with their photos. Their details are saved by prefecture.
        </p>
        {isOpen && (
          <ul>
            {all.map(({ search, name }) => (
              <Search key={search} {...{ catalogue, search, name, photoBytes }} />
            ))}
          </ul>
        )}
      </div>
    </details>
  )
}

interface SearchProps {
  catalogue: ReadyCatalogue
  search: string
  name: string
  /** The estimated size of a photo. */
  photoBytes: number | undefined
}

function Search({ catalogue, search, name, photoBytes }: SearchProps) {
  const { data: counts } = useQuery(photoCountsQuery(catalogue, search))
  const isWanted = catalogue.searches.includes(search)
  const { setWanted } = deviceCatalogue
  const save = (prefectures: PrefectureName[]) =>
    chosenPhotoSaver.choose(() =>
      setWanted((wanted) => withSearch(wanted, { search, prefectures })),
    )
  return (
    <ChoiceRow text={`${name}: ${describe(catalogue, counts, photoBytes)}`}>
      {isWanted && (
        <Choice
          name={`Remove houses of ${name}`}
          run={() => setWanted((wanted) => withoutSearch(wanted, search))}
        >
          Remove
        </Choice>
      )}
      {!isWanted && counts && counts.length > 0 && (
        <Choice
          name={`Save houses of ${name}`}
          run={() => save(counts.map(({ prefecture }) => prefecture))}
        >
          Save
        </Choice>
      )}
    </ChoiceRow>
  )
}

function describe(
  { prefectures }: ReadyCatalogue,
  counts: Output<'countPhotos'> | null | undefined,
  photoBytes: number | undefined,
) {
  if (counts === undefined) return 'being counted'
  if (counts === null) return 'this device cannot search for it'
  if (counts.length === 0) return 'no houses now'
  const photos = sumOf(counts, (count) => count.photos)
  const size =
    photos > 0 && photoBytes !== undefined
      ? `, photos about ${formatSize(photos * photoBytes)}`
      : ''
  const needed = prefectures.filter((part) =>
    counts.some(({ prefecture }) => prefecture === part.prefecture),
  )
  const details =
    needed.length > MAX_NAMED
      ? `of ${formatNumber(needed.length)} prefectures, ${formatSize(sumOf(needed, ({ bytes }) => bytes))}`
      : needed
          .map(({ prefecture, bytes }) => `${prefectureName(prefecture)}, ${formatSize(bytes)}`)
          .join('; ')
  return `${formatHouses(sumOf(counts, ({ houses }) => houses))}${size}. Details: ${details}`
}
