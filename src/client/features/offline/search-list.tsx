import { useQuery } from '@tanstack/react-query'
import { type ReadyCatalogue, sumOf } from '#client/catalogue/catalogue-state.ts'
import { deviceCatalogue } from '#client/catalogue/device-catalogue.ts'
import type { Output } from '#client/catalogue/questions.ts'
import { type PrefectureName, withoutSearch, withSearch } from '#client/catalogue/wanted.ts'
import { savedSearchesQuery } from '#client/data/saved-searches.ts'
import { formatHouses, formatNumber } from '#client/format/format.ts'
import { formatSize } from '#client/format/sizes.ts'
import { chosenPhotoSaver } from '#client/photos/account-photos.ts'
import { Choice, ChoiceList, ChoiceRow } from './choice-list.tsx'
import { photoCountsQuery, usePhotoSize } from './estimate-photos.ts'
import { prefectureName } from './prefecture-list.tsx'

/** A search in more prefectures than this is described by their number. */
const MAX_NAMED = 3

/** The saved searches whose houses this device can save, with photos. Renders nothing without any. */
export function SearchList({ catalogue }: { catalogue: ReadyCatalogue }) {
  const { data: searches = [] } = useQuery(savedSearchesQuery)
  const deleted = catalogue.searches
    .filter((search) => searches.every((one) => one.search !== search))
    .map((search) => ({ search, name: 'A search that is not saved any more' }))
  const all = [...searches, ...deleted]
  if (all.length === 0) return null
  const { length: saved } = catalogue.searches
  return (
    <ChoiceList title="Houses of saved searches" saved={saved} total={all.length}>
      <p className="soft">
        The houses that a search finds, with their photos. Their details are saved by prefecture.
      </p>
      <ul>
        {all.map(({ search, name }) => (
          <Search key={search} catalogue={catalogue} search={search} name={name} />
        ))}
      </ul>
    </ChoiceList>
  )
}

interface SearchProps {
  catalogue: ReadyCatalogue
  search: string
  name: string
}

function Search({ catalogue, search, name }: SearchProps) {
  const { data: counts } = useQuery(photoCountsQuery(catalogue, search))
  const { photoBytes } = usePhotoSize(catalogue)
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
