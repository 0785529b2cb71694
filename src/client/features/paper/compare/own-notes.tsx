import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { latestFailure } from '#client/api/failures.ts'
import { useNoteRecords } from '#client/components/use-notes.ts'
import { partnerNotesQuery, shortlistQuery } from '#client/data/shortlist.ts'
import { PhotoStrip } from '#client/features/notes/photo-strip.tsx'
import { photosIn } from '#client/features/notes/photos-in.ts'
import { useOwnCriteria } from '#client/features/notes/use-own-criteria.ts'
import { labelledByTitle, notesId } from '#client/format/listing-ids.ts'
import type { ShownFields } from '#client/notes/shown-fields.ts'
import { houseRecord } from '#contract/note-choices.ts'
import type { Shortlist } from '#contract/shortlist.ts'
import { Group, type ShownHouses } from './compare-group.tsx'
import styles from './compare-table.module.css'
import { ownNotes, partnersNotes } from './own-notes-rows.ts'

/** The maximum number of a house's photos in the comparison. */
const MOST_PHOTOS = 4

const HOUSES = houseRecord('')
const NOTHING: ShownFields = {}

/**
 * The person's notes on the compared houses, and the notes of the partner on the shared shortlist.
 */
export function OwnNotes(shown: ShownHouses) {
  const records = useNoteRecords(HOUSES)
  const criteria = useOwnCriteria()
  const { data } = useQuery(shortlistQuery)
  if (!records) return null
  const houses = shown.listings.map((listing) => ({
    listing,
    fields: records.get(houseRecord(listing.id)) ?? NOTHING,
  }))
  const photos = houses.map(({ fields }) => photosIn(fields).map(({ id }) => id))
  const hasPhotos = photos.some((ids) => ids.length > 0)
  const partner = data?.shortlist?.other?.name
  return (
    <>
      <Group group={ownNotes(houses, criteria)} {...shown}>
        {hasPhotos && <Photos listings={shown.listings} photos={photos} />}
      </Group>
      {data?.shortlist && partner !== undefined && (
        <PartnersNotes {...shown} shortlist={data.shortlist} partner={partner} />
      )}
    </>
  )
}

interface PartnersNotesProps extends ShownHouses {
  shortlist: Shortlist
  partner: string
}

function PartnersNotes({ shortlist, partner, ...shown }: PartnersNotesProps) {
  const shared = shown.listings.flatMap(
    ({ id }) => shortlist.houses.find(({ listing_id }) => listing_id === id) ?? [],
  )
  const queries = useQueries({
    queries: shared.map(({ listing_id }) => partnerNotesQuery(listing_id, partner)),
  })
  const houses = shown.listings.map(({ id }) => {
    const at = shared.findIndex(({ listing_id }) => listing_id === id)
    const query = queries[at]
    return {
      house: shared[at],
      notes: query?.data,
      hasFailed: query !== undefined && latestFailure(query) !== null,
    }
  })
  return <Group group={partnersNotes(partner, houses)} {...shown} />
}

interface PhotosProps extends Pick<ShownHouses, 'listings'> {
  /** The ids of each house's photos, the oldest first. */
  photos: readonly string[][]
}

function Photos({ listings, photos }: PhotosProps) {
  return (
    <tr className={listings.length > 1 ? styles.differs : undefined}>
      <th className={styles.name} scope="row">
        Your photos
      </th>
      {listings.map(({ id }, at) => (
        <PhotosCell key={id} listingId={id} ids={photos[at] ?? []} />
      ))}
    </tr>
  )
}

/** The first photos of a house. A tap opens all photos on the page of the house. */
function PhotosCell({ listingId, ids }: { listingId: string; ids: string[] }) {
  const name = useId()
  if (ids.length === 0) return <td className={styles.unknown}>No photos</td>
  return (
    <td>
      <Link
        className={styles.photos}
        to="/listings/$id"
        params={{ id: listingId }}
        hash={notesId(listingId)}
        {...labelledByTitle(name, listingId)}
      >
        <PhotoStrip ids={ids.slice(0, MOST_PHOTOS)} />
        <span>{ids.length === 1 ? '1 photo' : `${ids.length} photos`}</span>
      </Link>
    </td>
  )
}
