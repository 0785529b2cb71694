import { randomUUID } from 'node:crypto'
import { addDays } from 'date-fns/addDays'
import { and, asc, count, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import { houseRecord, idOfRecord } from '#contract/note-choices.ts'
import { MAX_OWN_PHOTOS, type OwnPhoto, photoField, photoIdOf } from '#contract/own-photo-fields.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { noteFields, ownPhotos } from '#server/db/schema.ts'
import { isConnectionError } from '#server/errors/connection-errors.ts'
import { Refusal } from '#server/errors/refusal.ts'
import type { Uploads } from '#server/files/uploads.ts'
import { cleanImage } from '#server/images/convert-image.ts'
import { lockPerson } from '#server/users/lock-person.ts'
import type { OwnPhotoStorage } from './own-photo-storage.ts'

interface PhotoServices {
  db: Database
  ownPhotos: OwnPhotoStorage
  uploads: Uploads
  now: () => Date
}

interface PhotoName {
  userId: string
  id: string
}

/** Decode one photo at a time, because a decoded image may take much memory. */
const limit = pLimit(1)
/** The maximum number of unfinished uploads of one person. A device sends one photo at a time. */
const MAX_UPLOADS = 10
const RETRY_AFTER_S = 5
/** How many uploads of each person are not finished. */
const unfinished = new Map<string, number>()

/**
 * Receives the image file of a photo in the person's notes, and stores it without metadata. Does
 * nothing if the file is stored already. Resolves with the storage space that the person's photos
 * use.
 * @throws {Refusal} 404 if the notes do not name the photo, and 409 if the account is full.
 */
export async function receiveOwnPhoto(
  { db, ownPhotos: storage, uploads, now }: PhotoServices,
  { listingId, ...name }: PhotoName & { listingId: string },
  file: AsyncIterable<Uint8Array>,
) {
  const record = houseRecord(listingId)
  if (await isStored(db, storage, name)) return spaceOf(db, storage, name.userId)
  // Refuse the photo before its upload, because an upload may be slow and cost the person money.
  await refuseUnnamed(db, name, record)
  await refuseOverQuota(db, storage, name.userId, 1)
  const jpeg = await countingUploads(name.userId, () => receive({ uploads, now }, file))
  const stored = await storage.add(name.userId, jpeg)
  try {
    const isAdded = await db.transaction(async (tx) => {
      await lockPerson(tx, name.userId)
      if (await isStored(tx, storage, name)) return false
      await refuseUnnamed(tx, name, record)
      // Delete the row of an earlier upload whose file is lost.
      await tx.delete(ownPhotos).where(ofPhoto(name))
      await refuseOverQuota(tx, storage, name.userId, jpeg.length)
      await tx
        .insert(ownPhotos)
        .values({ ...name, record, file: stored, bytes: jpeg.length, createdAt: now() })
      return true
    })
    if (!isAdded) await storage.remove([stored])
  } catch (error) {
    // If the connection to the database was lost, the row may have been committed. So keep the
    // file, because a committed row without its file is a lost photo. If the row was not committed,
    // the cleanup removes the file.
    if (!isConnectionError(error)) await storage.remove([stored])
    throw error
  }
  return spaceOf(db, storage, name.userId)
}

/**
 * Refuses an upload while the person has too many unfinished uploads. Without this limit, one
 * person could fill the disk with unfinished uploads, and delay everybody else's photos.
 */
async function countingUploads<T>(userId: string, receiveOne: () => Promise<T>) {
  const others = unfinished.get(userId) ?? 0
  if (others >= MAX_UPLOADS) {
    throw new Refusal(
      429,
      'Too many photos are being sent at once. Please try again in a moment.',
      { retryAfter: RETRY_AFTER_S },
    )
  }
  unfinished.set(userId, others + 1)
  try {
    return await receiveOne()
  } finally {
    const left = (unfinished.get(userId) ?? 1) - 1
    if (left > 0) unfinished.set(userId, left)
    else unfinished.delete(userId)
  }
}

/**
 * Receives an upload into a temporary file, and then decodes the file. If uploads were received
 * into memory, many slow uploads would use much memory.
 */
async function receive(
  { uploads, now }: Pick<PhotoServices, 'uploads' | 'now'>,
  file: AsyncIterable<Uint8Array>,
) {
  const upload = randomUUID()
  await uploads.keep(upload, file, now())
  try {
    return await limit(async () => cleanImage(await uploads.readAll(upload)))
  } finally {
    await uploads.remove(upload)
  }
}

/**
 * Whether the photo has a row and a file. After a backup is restored, rows may lack their files. In
 * this case, a device that still has the image can upload it again.
 */
async function isStored(db: Database | Transaction, storage: OwnPhotoStorage, name: PhotoName) {
  const [row] = await db.select({ file: ownPhotos.file }).from(ownPhotos).where(ofPhoto(name))
  return row !== undefined && (await storage.exists(row.file))
}

function ofPhoto({ userId, id }: PhotoName) {
  return and(eq(ownPhotos.userId, userId), eq(ownPhotos.id, id))
}

/**
 * Refuses an image that is not in the person's notes. Otherwise, a delayed upload would restore a
 * photo that the person has deleted.
 */
async function refuseUnnamed(
  db: Database | Transaction,
  { userId, id }: PhotoName,
  record: string,
) {
  const [named] = await db
    .select({ value: noteFields.value })
    .from(noteFields)
    .where(
      and(
        eq(noteFields.userId, userId),
        eq(noteFields.record, record),
        eq(noteFields.field, photoField(id)),
        isNotNull(noteFields.value),
      ),
    )
  if (!named) throw new Refusal(404, 'Your notes have no such photo. It may have been deleted.')
}

async function refuseOverQuota(
  db: Database | Transaction,
  storage: OwnPhotoStorage,
  userId: string,
  more: number,
) {
  const { used_bytes, quota_bytes, photos } = await spaceOf(db, storage, userId)
  if (photos >= MAX_OWN_PHOTOS) {
    throw new Refusal(
      409,
      `You have ${MAX_OWN_PHOTOS.toLocaleString('en-US')} photos, the most that one account can keep. Delete some to add more.`,
      { code: 'photos_full' },
    )
  }
  if (used_bytes + more > quota_bytes) {
    throw new Refusal(
      409,
      `Your photos fill the ${Math.floor(quota_bytes / 1_000_000)} MB that one account can keep. Delete some to add more.`,
      { code: 'photos_full' },
    )
  }
}

/** The number of a person's photos, and the total size of the photos in bytes. */
export async function spaceOf(
  db: Database | Transaction,
  storage: OwnPhotoStorage,
  userId: string,
) {
  const [space] = await db
    .select({
      photos: count(),
      used: sql`coalesce(sum(${ownPhotos.bytes}), 0)`.mapWith(Number),
    })
    .from(ownPhotos)
    .where(eq(ownPhotos.userId, userId))
  return {
    photos: space?.photos ?? 0,
    used_bytes: space?.used ?? 0,
    quota_bytes: storage.quotaBytes,
  }
}

interface PhotoPage {
  /** The last photo of the page before. */
  after: { id: string; uploaded_at: string } | undefined
  limit: number
}

/** Lists a person's photos, oldest first. */
export async function listOwnPhotos(db: Database, userId: string, page?: PhotoPage) {
  const { after } = page ?? {}
  const query = db
    .select({ photo: ownPhotos, note: noteFields.value })
    .from(ownPhotos)
    .leftJoin(
      noteFields,
      and(
        eq(noteFields.userId, ownPhotos.userId),
        eq(noteFields.record, ownPhotos.record),
        eq(noteFields.field, sql`${photoField('')}::text || ${ownPhotos.id}`),
      ),
    )
    .where(
      and(
        eq(ownPhotos.userId, userId),
        after &&
          sql`(${ownPhotos.createdAt}, ${ownPhotos.id}) > (${after.uploaded_at}::timestamptz, ${after.id})`,
      ),
    )
    .orderBy(asc(ownPhotos.createdAt), asc(ownPhotos.id))
    .$dynamic()
  const rows = await (page ? query.limit(page.limit) : query)
  return rows.map(({ photo: { id, record, bytes, createdAt }, note }) => ({
    ...{ id, bytes, listing_id: idOfRecord(record) },
    uploaded_at: createdAt.toISOString(),
    // The cast is safe, because the contract checked the value when it was written.
    taken_at: (note as OwnPhoto | null)?.taken_at,
  }))
}

/**
 * The image file of a photo, as a JPEG. This function does not check whether the user may see the
 * photo, so the route must check this first.
 * @throws {Refusal} 404 if there is no such photo.
 */
export async function readOwnPhoto(
  { db, ownPhotos: storage }: Pick<PhotoServices, 'db' | 'ownPhotos'>,
  name: PhotoName,
) {
  const [row] = await db.select({ file: ownPhotos.file }).from(ownPhotos).where(ofPhoto(name))
  const jpeg = row && (await storage.read(row.file))
  if (!jpeg) throw new Refusal(404, 'Photo not found')
  return jpeg
}

/**
 * Deletes the rows of the photos whose fields were cleared. Resolves with the names of their files.
 */
export async function deleteCleared(
  tx: Transaction,
  userId: string,
  cleared: readonly { record: string; field: string }[],
) {
  const photos = cleared.flatMap(({ record, field }) => {
    const id = photoIdOf(field)
    return id === undefined ? [] : [and(eq(ownPhotos.record, record), eq(ownPhotos.id, id))]
  })
  if (photos.length === 0) return []
  const rows = await tx
    .delete(ownPhotos)
    .where(and(eq(ownPhotos.userId, userId), or(...photos)))
    .returning({ file: ownPhotos.file })
  return rows.map(({ file }) => file)
}

/** The number of files that one query looks up. */
const BATCH = 200

/**
 * Removes files that no row references, such as the files that a killed process has left behind.
 * Keeps files younger than a day, because their upload may be about to write the row.
 */
export async function removeOrphans({
  db,
  ownPhotos: storage,
}: Pick<PhotoServices, 'db' | 'ownPhotos'>) {
  let batch: string[] = []

  async function removeFrom(names: string[]) {
    if (names.length === 0) return
    const rows = await db
      .select({ file: ownPhotos.file })
      .from(ownPhotos)
      .where(inArray(ownPhotos.file, names))
    const known = new Set(rows.map(({ file }) => file))
    for (const name of names) {
      const writtenAt = known.has(name) ? null : await storage.writtenAt(name)
      // Compare with the system's clock, because files get their dates from this clock. The payment
      // sandbox moves only the product's own clock.
      if (writtenAt && addDays(writtenAt, 1) < new Date()) await storage.remove([name])
    }
  }

  for await (const name of storage.names()) {
    batch.push(name)
    if (batch.length < BATCH) continue
    await removeFrom(batch)
    batch = []
  }
  await removeFrom(batch)
}
