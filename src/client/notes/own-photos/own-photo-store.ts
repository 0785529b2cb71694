import { delMany, keys } from 'idb-keyval'
import { openDatabase } from '#client/browser/database.ts'

export const store = openDatabase('engawa-own-photos', 'photos')

/**
 * The keys of a photo's rows. There is a row for the image, one for the thumbnail and, until the
 * server has the image, one for the photo's metadata. A chosen file that is not shrunk yet has only
 * the row `original`. `account` is a digest of the owner's id.
 */
export function photoKeys(account: string, id: string) {
  return {
    image: `${account} picture ${id}`,
    thumbnail: `${account} thumbnail ${id}`,
    unsent: `${account} unsent ${id}`,
    original: `${account} original ${id}`,
  }
}

function keysOfPhoto(key: string) {
  const [account = '', , id = ''] = key.split(' ')
  return Object.values(photoKeys(account, id))
}

const isUnsent = (key: string) => ['unsent', 'original'].includes(key.split(' ')[1] ?? '')

const readKeys = async () => (await keys(store)).map(String)

/** The keys of the rows that say which photos the server does not have yet. */
export async function rowsOfUnsent() {
  return (await readKeys()).filter(isUnsent)
}

/**
 * Deletes the photos of all accounts, except the photos that the server does not have. The
 * remaining photos wait for the next session of their owner. If another person signs in first, the
 * remaining photos are deleted. Rejects when the storage is broken.
 */
export async function wipeOwnPhotos() {
  // Read the keys only once. With a second read for the deletion, a photo that another tab stored
  // after the first read would be missing from `kept`, and would be deleted.
  const all = await readKeys()
  const kept = new Set(all.filter(isUnsent).flatMap(keysOfPhoto))
  await delMany(
    all.filter((key) => !kept.has(key)),
    store,
  )
}
