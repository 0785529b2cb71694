import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type DevicePrefecture,
  type ReadyCatalogue,
  sumOf,
} from '#client/catalogue/catalogue-state.ts'
import { deviceCatalogue } from '#client/catalogue/device-catalogue.ts'
import {
  type PrefectureName,
  type Wanted,
  withEveryPrefecture,
  withoutPhotos,
  withoutPrefecture,
  withPhotos,
  withPrefecture,
} from '#client/catalogue/wanted.ts'
import { formatHouses } from '#client/format/format.ts'
import { formatSize } from '#client/format/sizes.ts'
import { chosenPhotoSaver } from '#client/photos/account-photos.ts'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { prefectureDisplay } from '#contract/prefectures.ts'
import { Choice, ChoiceList, ChoiceRow } from './choice-list.tsx'
import { photoCountsQuery, usePhotoSize } from './estimate-photos.ts'

/** A list with more prefectures than this has a filter. */
const MAX_UNFILTERED = 8

export function prefectureName(prefecture: PrefectureName) {
  return prefecture === null ? 'Prefecture unknown' : prefectureDisplay(prefecture)
}

export function PrefectureList({ catalogue }: { catalogue: ReadyCatalogue }) {
  const { prefectures } = catalogue
  const { length: saved } = prefectures.filter(isSaved)
  return (
    <ChoiceList title="Details by prefecture" saved={saved} total={prefectures.length}>
      <Prefectures catalogue={catalogue} />
    </ChoiceList>
  )
}

function isSaved({ isWanted, bytes, storedBytes }: DevicePrefecture) {
  return isWanted && storedBytes >= bytes
}

/** Lists first what was saved when the list was unfolded. */
function Prefectures({ catalogue }: { catalogue: ReadyCatalogue }) {
  const { prefectures } = catalogue
  const wanted = prefectures.filter(({ isWanted }) => isWanted)
  const others = prefectures.filter(({ isWanted }) => !isWanted)
  const [first] = useState(() => wanted.map(({ prefecture }) => prefecture))
  const [filter, setFilter] = useState('')
  const { data: counts } = useQuery(photoCountsQuery(catalogue))
  const { photoBytes, free } = usePhotoSize(catalogue)
  const isFirst = ({ prefecture }: DevicePrefecture) => first.includes(prefecture)
  const shown = prefectures
    .filter(({ prefecture }) =>
      prefectureName(prefecture).toLowerCase().includes(filter.trim().toLowerCase()),
    )
    .sort((one, other) => Number(isFirst(other)) - Number(isFirst(one)))
  const photosIn = (name: PrefectureName) =>
    counts?.find(({ prefecture }) => prefecture === name)?.photos ?? 0
  return (
    <>
      <p className="soft">
        {`With its details, a house opens without a signal, with all its facts and whom to call. The photos of favorites are always saved first.${free === undefined ? '' : ` Free on this device: about ${formatSize(free)}.`}`}
      </p>
      {others.length > 1 && (
        <div>
          <Button
            variant="secondary"
            onClick={() => void deviceCatalogue.setWanted(withEveryPrefecture)}
          >
            {`Save ${wanted.length > 0 ? 'the other details' : 'all details'}, ${formatSize(sumOf(others, ({ bytes }) => bytes))}`}
          </Button>
        </div>
      )}
      {prefectures.length > MAX_UNFILTERED && (
        <Field
          label="Find a prefecture"
          type="search"
          autoComplete="off"
          spellCheck={false}
          value={filter}
          onChange={({ currentTarget }) => setFilter(currentTarget.value)}
        />
      )}
      {shown.length === 0 && <p role="status">No prefecture has this name.</p>}
      <ul>
        {shown.map((part) => (
          <Prefecture
            key={part.prefecture}
            part={part}
            photos={photosIn(part.prefecture)}
            photoBytes={photoBytes}
          />
        ))}
      </ul>
    </>
  )
}

interface PrefectureProps {
  part: DevicePrefecture
  /** The number of photos of its houses. 0 while it is unknown. */
  photos: number
  photoBytes: number | undefined
}

function Prefecture({ part, photos, photoBytes }: PrefectureProps) {
  const { prefecture, isWanted, hasPhotos, isInSearch } = part
  const name = prefectureName(prefecture)
  const change = (next: (wanted: Wanted, name: PrefectureName) => Wanted) =>
    deviceCatalogue.setWanted((wanted) => next(wanted, prefecture))
  return (
    <ChoiceRow text={`${name}: ${describe(part, photos, photoBytes)}`}>
      {!isWanted && (
        <Choice name={`Save ${name}`} run={() => change(withPrefecture)}>
          Save
        </Choice>
      )}
      {photos > 0 && !hasPhotos && (
        <Choice
          name={isWanted ? `Save photos of ${name}` : `Save with photos: ${name}`}
          run={() => chosenPhotoSaver.choose(() => change(withPhotos))}
        >
          {isWanted ? 'Save photos' : 'Save with photos'}
        </Choice>
      )}
      {hasPhotos && (
        <Choice name={`Remove photos of ${name}`} run={() => change(withoutPhotos)}>
          Remove photos
        </Choice>
      )}
      {isWanted && !isInSearch && (
        <Choice name={`Remove ${name}`} run={() => change(withoutPrefecture)}>
          Remove
        </Choice>
      )}
    </ChoiceRow>
  )
}

function describe(part: DevicePrefecture, photos: number, photoBytes: number | undefined) {
  const { bytes, storedBytes, isWanted, hasPhotos, isInSearch } = part
  const about = photos > 0 && photoBytes !== undefined ? photos * photoBytes : undefined
  const facts = [formatHouses(part.houses)]
  if (!isWanted) facts.push(formatSize(bytes))
  else if (storedBytes === 0) facts.push('not saved yet')
  else if (isSaved(part)) facts.push(`${formatSize(storedBytes)} saved`)
  else facts.push(`${formatSize(storedBytes)} of ${formatSize(bytes)} saved`)
  if (hasPhotos) facts.push('with photos')
  else if (about !== undefined && isWanted) facts.push(`photos about ${formatSize(about)}`)
  else if (about !== undefined) facts.push(`with photos about ${formatSize(bytes + about)}`)
  if (isInSearch) facts.push('needed for a saved search')
  return facts.join(', ')
}
