import { delMany, keys } from 'idb-keyval'
import { openDatabase } from '#client/browser/database.ts'

export const store = openDatabase('engawa-own-photos', 'photos')

const isUnsent = (key: string) => key.split(' ')[1] === 'unsent'

const readKeys = async () => (await keys(store)).map(String)

/** The keys of the rows that say which photos the server does not have yet. */
export async function rowsOfUnsent() {
  return (await readKeys()).filter(isUnsent)
}

/**
 * Deletes the photos of all accounts, except those that the server does not have. These wait for
 * their owner's next session, and another person's session deletes them. Rejects when the storage is
 * broken.
 */
export async function wipeOwnPhotos() {
  // Read the keys once. Otherwise a photo that another tab stores between two reads is deleted.
  const all = await readKeys()
  const kept = new Set(all.filter(isUnsent).flatMap((key) => keysOfPhoto(key)))
  await delMany(
    all.filter((key) => !kept.has(key)),
    store,
  )
}

function keysOfPhoto(key: string) {
  const [account, , id] = key.split(' ')
  return ['unsent', 'picture', 'thumbnail'].map((kind) => `${account} ${kind} ${id}`)
}
