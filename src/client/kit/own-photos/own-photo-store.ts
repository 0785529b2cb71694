import { delMany, keys } from 'idb-keyval'
import { openDatabase } from '#client/browser/database.ts'

export const store = openDatabase('engawa-own-photos', 'photos')

/** The keys of the rows that say which photos the server does not have yet. */
export async function rowsOfUnsent() {
  return (await keys(store)).map(String).filter((key) => key.split(' ')[1] === 'unsent')
}

/**
 * Deletes the photos of all accounts, except those that the server does not have. These wait for
 * their owner's next session, and another person's session deletes them. Rejects when the storage is
 * broken.
 */
export async function wipeOwnPhotos() {
  const unsent = await rowsOfUnsent()
  const kept = new Set(unsent.flatMap((key) => keysOfPhoto(key)))
  await delMany(
    (await keys(store)).filter((key) => !kept.has(String(key))),
    store,
  )
}

function keysOfPhoto(key: string) {
  const [account, , id] = key.split(' ')
  return ['unsent', 'picture', 'thumbnail'].map((kind) => `${account} ${kind} ${id}`)
}
