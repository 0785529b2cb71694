import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Viewed photos that still need AVIF copies, as one empty file each. So all processes on the folder
 * share them, and a restart loses none. Files are not synced: one lost in a power cut only costs
 * some bytes.
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
