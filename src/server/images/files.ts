import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { millisecondsInDay } from 'date-fns/constants'

export type Bytes = Uint8Array<ArrayBuffer>

/** If a temporary file is older than this, the process that wrote it has crashed. */
const ABANDONED_AFTER_MS = millisecondsInDay

/**
 * Files that are written once and atomically, and survive a power cut. Callers must pass safe
 * names. The first two characters of a name are hex digits, which choose the subfolder.
 * @throws in its functions, what the file system throws.
 */
export function openFiles(directory: string) {
  const incoming = join(directory, 'incoming')
  const folderOf = (name: string) => join(directory, name.slice(0, 2))
  let prepared: Promise<void> | undefined

  async function prepare() {
    await mkdir(incoming, { recursive: true })
    await removeAbandoned(incoming)
  }

  return {
    /** The content of a file, or null if it does not exist. A symbolic link counts as missing. */
    async read(name: string): Promise<Bytes | null> {
      try {
        const path = join(folderOf(name), name)
        const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
        try {
          return await file.readFile()
        } finally {
          await file.close()
        }
      } catch (error) {
        if (isAbsence(error)) return null
        throw error
      }
    },

    /** The names of all files, except those that are still being written. */
    async *names() {
      for (const folder of await listFolder(directory)) {
        if (!/^[0-9a-f]{2}$/.test(folder)) continue
        yield* await listFolder(join(directory, folder))
      }
    },

    /**
     * Lists the complete files whose name begins with `start`. `start` must have at least two hex
     * digits, because the first two choose the subfolder.
     */
    async namesFrom(start: string) {
      const names = await listFolder(folderOf(start))
      return names.filter((name) => name.startsWith(start))
    },

    async exists(name: string) {
      try {
        await access(join(folderOf(name), name))
        return true
      } catch (error) {
        if (isAbsence(error)) return false
        throw error
      }
    },

    /** When the file was written. Null if it does not exist. */
    async writtenAt(name: string) {
      try {
        return (await stat(join(folderOf(name), name))).mtime
      } catch (error) {
        if (isAbsence(error)) return null
        throw error
      }
    },

    /** Removes a file. Does nothing if it does not exist. */
    async remove(name: string) {
      await rm(join(folderOf(name), name), { force: true })
    },

    async write(name: string, content: Uint8Array) {
      // If the folder could not be prepared, for example on a full disk, discard the failed
      // promise. Then the next write prepares the folder again.
      prepared ??= prepare().catch((error) => {
        prepared = undefined
        throw error
      })
      await prepared
      const temporary = join(incoming, randomUUID())
      try {
        await writeDurably(temporary, content)
        await mkdir(folderOf(name), { recursive: true })
        await rename(temporary, join(folderOf(name), name))
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
      await syncFolder(folderOf(name))
    },
  }
}

async function writeDurably(path: string, content: Uint8Array) {
  const file = await open(path, 'wx')
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

/**
 * Syncs a folder, so that a renamed file in it survives a power cut. Windows needs no such sync,
 * and does not allow it.
 */
async function syncFolder(path: string) {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Removes temporary files that were left by crashed processes. */
async function removeAbandoned(folder: string) {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    // Another process may have renamed its temporary file since the folder was listed.
    const about = await stat(path).catch(() => null)
    if (about && Date.now() - about.mtimeMs > ABANDONED_AFTER_MS) await rm(path, { force: true })
  }
}

async function listFolder(path: string) {
  try {
    return await readdir(path)
  } catch (error) {
    if (isAbsence(error)) return []
    throw error
  }
}

function isAbsence(error: unknown) {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOENT' || code === 'ELOOP'
}
