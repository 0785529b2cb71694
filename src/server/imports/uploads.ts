import { createReadStream, createWriteStream } from 'node:fs'
import { access, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { addDays } from 'date-fns/addDays'
import { Refusal } from '#server/errors/refusal.ts'

/** How long an unused upload is kept. */
const KEPT_DAYS = 7
const SUFFIX = '.upload'

/** Stores uploads under our own ids, never under the uploaded file name. */
export function openUploads(directory: string) {
  const pathOf = (id: string) => join(directory, `${id}${SUFFIX}`)

  /** Deletes old uploads, which were abandoned or cut off. */
  async function removeOld(now: Date) {
    for (const name of await readdir(directory)) {
      if (!name.endsWith(SUFFIX)) continue
      const path = join(directory, name)
      const about = await stat(path).catch(() => null)
      if (about && addDays(about.mtime, KEPT_DAYS) < now) await rm(path, { force: true })
    }
  }

  return {
    /** Stores a file as it arrives, completely or not at all. Returns its size in bytes. */
    async keep(id: string, content: AsyncIterable<Uint8Array>, now: Date) {
      await mkdir(directory, { recursive: true })
      await removeOld(now)
      // Flush: a crash must not lose the file.
      const file = createWriteStream(pathOf(id), { flags: 'wx', flush: true })
      try {
        await pipeline(content, file)
        if (file.bytesWritten === 0) throw new Refusal(422, 'The file is empty')
        return file.bytesWritten
      } catch (error) {
        await rm(pathOf(id), { force: true })
        throw error
      }
    },

    read(id: string, signal: AbortSignal) {
      return createReadStream(pathOf(id), { signal })
    },

    readAll(id: string) {
      return readFile(pathOf(id))
    },

    async has(id: string) {
      return access(pathOf(id)).then(
        () => true,
        () => false,
      )
    },

    async remove(id: string) {
      await rm(pathOf(id), { force: true })
    },
  }
}

export type Uploads = ReturnType<typeof openUploads>
