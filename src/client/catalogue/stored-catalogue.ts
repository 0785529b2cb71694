import { clear, del, get, keys, promisifyRequest } from 'idb-keyval'
import { openDatabase } from '#client/browser/database.ts'
import { createListeners } from '#client/browser/listeners.ts'
import { session } from '#client/session/session.ts'
import type { CatalogueIndex, CataloguePart } from '#contract/catalogue.ts'
import { UNDECIDED, type Wanted, wantedParts } from './wanted.ts'

/* What this device has of the catalogue: blocks by their hash, and one row that says what they are. */

/** The version of the stored format. Other versions are not read. */
const VERSION = 2
const ROW = 'catalogue'

export interface StoredCatalogue
  extends Pick<CatalogueIndex, 'revision' | 'parts'>,
    Partial<Pick<CatalogueIndex, 'rates'>> {
  version: number
  /** The id of the account that may read the catalogue. */
  owner: string
  /** When the server last said that `revision` is its newest, in milliseconds. 0 before that. */
  checkedAt: number
  wanted: Wanted
  /** Whether everything that is wanted is on this device. */
  isComplete: boolean
}

/** The owner has signed out, lost access or removed the catalogue, so nothing of it may be stored. */
class OwnerLeft extends Error {}

const store = openDatabase('engawa-catalogue', 'blocks')

/** Calls its listeners when a tab has changed the stored blocks or the person's choice. */
export const catalogueChanges = createListeners()

/** A device that has nothing of the catalogue. */
function emptyCatalogue(owner: string): StoredCatalogue {
  const edition = { revision: 0, checkedAt: 0, parts: [] }
  return { version: VERSION, owner, ...edition, wanted: UNDECIDED, isComplete: false }
}

export async function readCatalogue(owner: string): Promise<StoredCatalogue> {
  return catalogueOf(owner, await get<StoredCatalogue>(ROW, store))
}

/** The stored row, unless another account or another version of the app has written it. */
function catalogueOf(owner: string, stored: StoredCatalogue | undefined) {
  return stored?.version === VERSION && stored.owner === owner ? stored : emptyCatalogue(owner)
}

export async function readHashes() {
  const names = await keys<string>(store)
  return new Set(names.filter((name) => name !== ROW))
}

/**
 * Reads a block, in the form that {@link openBlock} needs. Undefined if the block is missing or
 * damaged. A damaged block is deleted, so that the next download fetches it again.
 */
export async function readBlock({ hash, tier }: CataloguePart) {
  const stored = await get<Uint8Array<ArrayBuffer>>(hash, store).catch(nullIfLost)
  if (stored === undefined) return undefined
  const bytes = stored && (await (tier === 'details' ? gunzip(stored) : stored))
  if (bytes && (await hashOf(bytes)) === hash) return bytes
  await del(hash, store)
  return undefined
}

/** Chromium keeps a large value in a file. If it has lost the file, the key stays in the database. */
function nullIfLost(error: unknown) {
  if (error instanceof DOMException && error.name === 'NotReadableError') return null
  throw error
}

/**
 * Stores a block. Blocks with details are compressed, because most of them are never opened.
 * @throws {OwnerLeft} if the session of the owner has ended, or the catalogue was removed meanwhile.
 */
export async function storeBlock(
  owner: string,
  { hash, tier }: CataloguePart,
  bytes: Uint8Array<ArrayBuffer>,
) {
  const stored = tier === 'details' ? await gzip(bytes) : bytes
  await store('readwrite', async (rows) => {
    checkOwner(owner)
    const row = catalogueOf(owner, await promisifyRequest(rows.get(ROW)))
    if (!row.wanted.columns) throw new OwnerLeft()
    rows.put(stored, hash)
    await promisifyRequest(rows.transaction)
  })
}

/**
 * Changes the row, and drops the parts that are not wanted any more. The change and the deletion of
 * blocks that no part names are one transaction, so that a crash leaves the row before or the row
 * after. Wanted blocks of the edition `offered` stay too, because a transfer fetches them.
 * @throws {OwnerLeft} if the session of the owner has ended.
 */
export function updateCatalogue(
  owner: string,
  offered: CataloguePart[],
  change: (stored: StoredCatalogue) => Partial<StoredCatalogue>,
): Promise<StoredCatalogue> {
  return store('readwrite', async (rows) => {
    checkOwner(owner)
    const row = catalogueOf(owner, await promisifyRequest(rows.get(ROW)))
    const changed = { ...row, ...change(row) }
    const next = { ...changed, parts: wantedParts(changed.parts, changed.wanted) }
    const kept = [...next.parts, ...wantedParts(offered, next.wanted)]
    const named = new Set([ROW, ...kept.map(({ hash }) => hash)])
    for (const name of await promisifyRequest(rows.getAllKeys())) {
      if (!named.has(String(name))) rows.delete(name)
    }
    rows.put(next, ROW)
    await promisifyRequest(rows.transaction)
    return next
  })
}

/** Deletes the catalogue of every account. Rejects when the storage is broken. */
export function clearCatalogue() {
  return clear(store)
}

/** Called at the start of a write. A deletion at the end of a session therefore comes after it. */
function checkOwner(owner: string) {
  if (session.userId() !== owner) throw new OwnerLeft()
}

export async function hashOf(bytes: Uint8Array<ArrayBuffer>) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function gzip(bytes: Uint8Array<ArrayBuffer>) {
  return pipe(bytes, new CompressionStream('gzip'))
}

async function gunzip(bytes: Uint8Array<ArrayBuffer>) {
  try {
    return await pipe(bytes, new DecompressionStream('gzip'))
  } catch {
    return undefined
  }
}

async function pipe(bytes: Uint8Array<ArrayBuffer>, transform: CompressionStream) {
  const stream = new Blob([bytes]).stream().pipeThrough(transform)
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
