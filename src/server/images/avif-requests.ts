import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Photos that somebody has looked at and that still need AVIF copies: one empty file for each, so
 * that all processes on the folder share them and a restart loses none. Losing one in a power cut
 * costs some bytes, so nothing is synced.
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
