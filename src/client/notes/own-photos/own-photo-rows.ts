import { del, delMany, getMany, keys, promisifyRequest } from 'idb-keyval'
import * as z from 'zod/mini'
import { accountDigest } from '#client/outbox/outbox-rows.ts'
import { session } from '#client/session/session.ts'
import { whenWiped } from '#client/session/wipe-queue.ts'
import { photoKeys, rowsOfUnsent, store } from './own-photo-store.ts'

/*
 * The person's own photos in IndexedDB. A photo consists of an image (a JPEG file), its thumbnail,
 * and a note that refers to the photo. The note and the image are sent separately. `photoKeys`
 * describes the rows of a photo.
 */

const Unsent = z.object({
  id: z.string(),
  record: z.string(),
  photo: z.object({
    width: z.number(),
    height: z.number(),
    bytes: z.number(),
    added_at: z.string(),
    taken_at: z.string(),
  }),
  /** Whether the server has the note that refers to the photo. */
  isNamed: z.boolean(),
})
/** A photo whose image the server does not have yet. */
export type UnsentPhoto = z.output<typeof Unsent>

/**
 * An image and its thumbnail, as JPEG. The thumbnail is null where the browser cannot make one. The
 * image then stands for it.
 */
export interface PhotoImages {
  image: ArrayBuffer
  thumbnail: ArrayBuffer | null
}

/** A chosen file, kept until it is shrunk. */
const Original = z.object({
  id: z.string(),
  record: z.string(),
  addedAt: z.string(),
  file: z.instanceof(Blob),
  name: z.string(),
  lastModified: z.number(),
})
export type Original = z.output<typeof Original>

async function keysOf(userId: string, id: string) {
  return photoKeys(await accountDigest(userId), id)
}

/**
 * Keeps chosen files in one transaction, so that a killed browser loses all of them or none.
 * Rejects if the device has no room for them.
 */
export async function storeOriginals(userId: string, originals: readonly Original[]) {
  await whenWiped()
  const keys = await Promise.all(originals.map(({ id }) => keysOf(userId, id)))
  await store('readwrite', (rows) => {
    for (const [index, original] of originals.entries()) rows.put(original, keys[index]?.original)
    return promisifyRequest(rows.transaction)
  })
}

/** The chosen files that are not shrunk yet, in the order in which they were added. */
export async function readOriginals(userId: string): Promise<Original[]> {
  const prefix = `${await accountDigest(userId)} original `
  const rows = await store('readonly', (all) =>
    promisifyRequest<unknown[]>(all.getAll(IDBKeyRange.bound(prefix, `${prefix}\uffff`))),
  )
  return rows
    .flatMap((row) => Original.safeParse(row).data ?? [])
    .sort((a, b) => a.addedAt.localeCompare(b.addedAt))
}

export async function removeOriginal(userId: string, id: string) {
  await del((await keysOf(userId, id)).original, store)
}

/**
 * Stores a new photo in one transaction, in place of its original. Rejects if the device has no
 * room for it.
 */
export async function storePhoto(userId: string, photo: UnsentPhoto, images: PhotoImages) {
  await whenWiped()
  const key = await keysOf(userId, photo.id)
  await store('readwrite', (rows) => {
    rows.put(images.image, key.image)
    if (images.thumbnail) rows.put(images.thumbnail, key.thumbnail)
    rows.put(photo, key.unsent)
    rows.delete(key.original)
    return promisifyRequest(rows.transaction)
  })
}

/**
 * Records that the server has the photo's note. Does nothing if the photo was deleted or sent
 * meanwhile.
 */
export async function markNoteSent(userId: string, id: string) {
  const { unsent } = await keysOf(userId, id)
  await store('readwrite', async (rows) => {
    const photo = Unsent.safeParse(await promisifyRequest(rows.get(unsent))).data
    if (photo) rows.put({ ...photo, isNamed: true }, unsent)
    await promisifyRequest(rows.transaction)
  })
}

/** Stores a photo that the server has, so that the photo opens offline. */
export async function storeFetchedPhoto(
  userId: string,
  id: string,
  { image, thumbnail }: PhotoImages,
) {
  await whenWiped()
  const key = await keysOf(userId, id)
  if (session.userId() !== userId) return
  await store('readwrite', (rows) => {
    rows.put(image, key.image)
    if (thumbnail) rows.put(thumbnail, key.thumbnail)
    return promisifyRequest(rows.transaction)
  })
}

export async function readImage(userId: string, id: string, kind: keyof PhotoImages) {
  const keys = await keysOf(userId, id)
  const [bytes, image] = await getMany<unknown>([keys[kind], keys.image], store)
  const found = bytes ?? image
  return found instanceof ArrayBuffer ? found : undefined
}

/** The photos that the server does not have yet, the oldest first. */
export async function readUnsent(userId: string): Promise<UnsentPhoto[]> {
  const prefix = `${await accountDigest(userId)} unsent `
  const rows = await store('readonly', (all) =>
    promisifyRequest<unknown[]>(all.getAll(IDBKeyRange.bound(prefix, `${prefix}\uffff`))),
  )
  return rows
    .flatMap((row) => Unsent.safeParse(row).data ?? [])
    .sort((a, b) => a.photo.added_at.localeCompare(b.photo.added_at))
}

/** The ids of the person's photos whose image file is stored on this device. */
export async function readStoredIds(userId: string) {
  const { image: prefix } = await keysOf(userId, '')
  const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`)
  const stored = await store('readonly', (rows) => promisifyRequest(rows.getAllKeys(range)))
  return stored.map((key) => String(key).slice(prefix.length))
}

export async function markSent(userId: string, id: string) {
  await del((await keysOf(userId, id)).unsent, store)
}

export async function removePhoto(userId: string, id: string) {
  await delMany(Object.values(await keysOf(userId, id)), store)
}

/**
 * Removes the photos of other accounts. Such photos remain on the device when the server ends a
 * session.
 */
export async function clearOtherPhotos(userId: string) {
  const account = await accountDigest(userId)
  const others = (await keys(store)).filter((key) => !String(key).startsWith(`${account} `))
  // If another person has signed in meanwhile, `others` contains the photos of that person. Do not
  // delete them.
  if (session.userId() !== userId) return
  await delMany(others, store)
}

/** The number of photos that the server does not have yet, including files that are not shrunk yet. */
export async function countUnsentPhotos(userId: string) {
  return (await ownRowsOfUnsent(userId)).length
}

/** Deletes the rows that mark the person's photos as unsent, so that the photos are never sent. */
export async function discardUnsentPhotos(userId: string) {
  await delMany(await ownRowsOfUnsent(userId), store)
}

async function ownRowsOfUnsent(userId: string) {
  const account = await accountDigest(userId)
  return (await rowsOfUnsent()).filter((key) => key.startsWith(`${account} `))
}
