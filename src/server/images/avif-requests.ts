import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The queue of viewed photos that need AVIF renditions, stored as one empty file per photo. So all
 * processes that use the data folder share the queue, and a restart loses nothing. The files are
 * not synced to disk. If a power cut loses a file, browsers get the larger WebP rendition of its
 * photo until the photo is viewed again.
 */
export function openAvifRequests(directory: string) {
  const folder = join(directory, 'avif-requests')

  return {
    async add(path: string) {
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, path), '')
    },
    async list() {
      await mkdir(folder, { recursive: true })
      return readdir(folder)
    },
    remove: (path: string) => rm(join(folder, path), { force: true }),
  }
}
