import { createHash, randomUUID } from 'node:crypto'
import { openFiles } from '#server/images/files.ts'

/**
 * Stores the photos that people add to their notes. The photos are in a private folder, which the
 * server does not serve under any URL. The name of a photo's file begins with a digest of the
 * owner's id, so that all files of one person can be found without the database.
 */
export function openOwnPhotoStorage(directory: string, options: { quotaBytes: number }) {
  const files = openFiles(directory)
  return {
    ...options,
    read: files.read,
    exists: files.exists,
    names: files.names,
    writtenAt: files.writtenAt,

    /** Stores an image. Resolves with the name of its file. */
    async add(userId: string, jpeg: Uint8Array) {
      const name = `${digest(userId)}-${randomUUID()}.jpg`
      await files.write(name, jpeg)
      return name
    },

    async remove(names: readonly string[]) {
      for (const name of names) await files.remove(name)
    },

    async removeAllOf(userId: string) {
      for (const name of await files.namesFrom(`${digest(userId)}-`)) await files.remove(name)
    },
  }
}

export type OwnPhotoStorage = ReturnType<typeof openOwnPhotoStorage>

function digest(userId: string) {
  return createHash('sha256').update(userId).digest('hex').slice(0, 32)
}
