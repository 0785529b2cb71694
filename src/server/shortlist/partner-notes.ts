import { and, eq, gte, lt, ne, sql } from 'drizzle-orm'
import { criterionRecord, houseRecord } from '#contract/note-choices.ts'
import type { PartnerNotes } from '#contract/shortlist.ts'
import type { Database } from '#server/db/database.ts'
import { noteFields, ownPhotos, shortlistHouses, shortlistShares } from '#server/db/schema.ts'
import { criteriaOf, isOnList, readShared } from './note-shares.ts'
import type { ShortlistRow } from './owner-access.ts'
import { sharedPhotos, withoutPhotos } from './shared-photos.ts'

export const NO_NOTES: PartnerNotes = { fields: [], criteria: [], photos: [] }

interface NotesRequest {
  shortlist: ShortlistRow
  /** The person who wrote the notes. */
  writerId: string
  listingId: string
  /** The version of the notes that the client already has. */
  known: string | undefined
}

/**
 * Reads the notes and photos that the writer shares about a house. If the client already has the
 * current version, reads no notes.
 */
export async function readPartnerNotes(
  db: Database,
  { shortlist, writerId, listingId, known }: NotesRequest,
): Promise<PartnerNotes> {
  // Read the version first, and then the notes. If a note changes in between, the version is too
  // old, so the next request reads the notes again.
  const version = await readVersion(db, shortlist, writerId, listingId)
  if (version === undefined) return NO_NOTES
  if (version === known) return { ...NO_NOTES, version, is_unchanged: true }
  const fields = await readShared(db, shortlist, writerId, { listingId })
  return {
    version,
    fields: withoutPhotos(fields).map(({ field, value, at }) => ({
      ...{ field, value, at: at.toISOString() },
    })),
    criteria: await criteriaOf(db, writerId, fields),
    photos: await sharedPhotos(db, writerId, fields),
  }
}

/**
 * The version of the response, as a digest. The digest differs after each change of a note, of a
 * criterion or of the stored photos. Undefined if the person who wrote the notes does not share
 * them.
 */
async function readVersion(
  db: Database,
  shortlist: ShortlistRow,
  writerId: string,
  listingId: string,
) {
  const ids = (column: typeof noteFields.changeId | typeof ownPhotos.id) =>
    sql`string_agg(${column}, ' ' order by ${column})`
  const record = houseRecord(listingId)
  const notes = db
    .select({ ids: ids(noteFields.changeId) })
    .from(noteFields)
    .where(
      and(
        eq(noteFields.userId, writerId),
        eq(noteFields.record, record),
        // Leave out the pin, which is never shared. Otherwise a change of the pin would look like a
        // change of the shared notes.
        ne(noteFields.field, 'pin'),
      ),
    )
  const criteria = db
    .select({ ids: ids(noteFields.changeId) })
    .from(noteFields)
    .where(
      and(
        eq(noteFields.userId, writerId),
        gte(noteFields.record, criterionRecord('')),
        // Select the records of all criteria. A criterion's id is a UUID. Its first character is a
        // hexadecimal digit, so it sorts before `g`.
        lt(noteFields.record, criterionRecord('g')),
      ),
    )
  const photos = db
    .select({ ids: ids(ownPhotos.id) })
    .from(ownPhotos)
    .where(and(eq(ownPhotos.userId, writerId), eq(ownPhotos.record, record)))
  const [row] = await db
    .select({
      version: sql<string>`md5(concat_ws('/', ${shortlistShares.userId},
        coalesce((${notes}), ''), coalesce((${criteria}), ''), coalesce((${photos}), '')))`,
    })
    .from(shortlistShares)
    .innerJoin(shortlistHouses, isOnList)
    .where(
      and(
        eq(shortlistShares.shortlistId, shortlist.id),
        eq(shortlistShares.listingId, listingId),
        eq(shortlistShares.userId, writerId),
        eq(shortlistShares.isShared, true),
      ),
    )
  return row?.version
}
