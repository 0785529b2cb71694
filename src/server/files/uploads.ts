import { createReadStream } from 'node:fs'
import { access, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { addDays } from 'date-fns/addDays'
import { Refusal } from '#server/errors/refusal.ts'

/** An upload that is not imported is deleted after this many days. */
const KEPT_DAYS = 7
const SUFFIX = '.upload'

/**
 * Stores uploads under generated ids. The uploaded file name is never used as a path, because the
 * name could point to any folder.
 * @throws in `keep`, {Refusal} 422 for an empty file.
 */
export function openUploads(directory: string) {
  const pathOf = (id: string) => join(directory, `${id}${SUFFIX}`)

  /** Deletes uploads that were abandoned or cut off. */
  async function removeOld(now: Date) {
    for (const name of await readdir(directory)) {
      if (!name.endsWith(SUFFIX)) continue
      const path = join(directory, name)
      const about = await stat(path).catch(() => null)
      if (about && addDays(about.mtime, KEPT_DAYS) < now) await rm(path, { force: true })
    }
  }

  return {
    /**
     * Streams an upload to disk and returns its size in bytes. If the upload fails, no file stays.
     */
    async keep(id: string, content: AsyncIterable<Uint8Array>, now: Date) {
      await mkdir(directory, { recursive: true })
      await removeOld(now)
      // Create the file before the stream starts. If the stream created the file, it could do so
      // after the cleanup of a failed upload, and the file would stay.
      const created = await open(pathOf(id), 'wx')
      // Flush to disk, so that a crash does not lose a file whose upload was confirmed.
      const file = created.createWriteStream({ flush: true })
      try {
        await pipeline(content, file)
        if (file.bytesWritten === 0) throw new Refusal(422, 'The file is empty')
        return file.bytesWritten
      } catch (error) {
        await rm(pathOf(id), { force: true })
        throw error
      }
    },

    /**
     * Opens the file when the first chunk is read. A stream that is opened earlier could fail before
     * anybody listens for its error, which would stop the process.
     */
    async *read(id: string, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
      yield* createReadStream(pathOf(id), signal && { signal })
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
