import { createReadStream, createWriteStream } from 'node:fs'
import { access, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '#server/errors/refusal.ts'

/** For how long a file waits to be used; milliseconds. */
const KEPT_FOR = 7 * 24 * 3_600_000
const SUFFIX = '.upload'

/** Files that were uploaded, each by an id of ours: never by a name that came with it. */
export function openUploads(directory: string) {
  const pathOf = (id: string) => join(directory, `${id}${SUFFIX}`)

  /** Whoever forgets an upload, or is cut off in one, leaves it behind. */
  async function removeOld(now: Date) {
    for (const name of await readdir(directory)) {
      if (!name.endsWith(SUFFIX)) continue
      const path = join(directory, name)
      const about = await stat(path).catch(() => null)
      if (about && now.getTime() - about.mtimeMs > KEPT_FOR) await rm(path, { force: true })
    }
  }

  return {
    /** Keeps a file while it arrives, all of it or nothing, and says how many bytes it has. */
    async keep(id: string, content: AsyncIterable<Uint8Array>, now: Date) {
      await mkdir(directory, { recursive: true })
      await removeOld(now)
      // On disk before anybody relies on it.
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
