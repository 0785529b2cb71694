import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import iconv from 'iconv-lite'
import { type Entry, openPromise } from 'yauzl'
import { Refusal } from '#server/errors/refusal.ts'
import { limitUnpacked, refuseBomb } from './unpacked.ts'

/** An archive with more files is refused, because their names would fill the memory. */
const MAX_FILES = 100_000
const ENCRYPTED = 1

export interface Archive {
  /** The paths of the files in the archive, such as `photos/1.jpg`. */
  paths: string[]
  /** The size of a file after unfolding, as the archive states it. */
  sizeOf: (path: string) => number
  /** Unfolds a file of the archive. Its bytes are bounded, whatever size the archive states. */
  read: (path: string) => AsyncGenerator<Uint8Array>
  /** Deletes the temporary copy of the archive. */
  close: () => Promise<void>
}

export function isZip(start: Uint8Array) {
  return start[0] === 0x50 && start[1] === 0x4b && (start[2] === 3 || start[2] === 5)
}

/**
 * Opens a ZIP archive. The list of its files is at its end, so the archive is first copied to a
 * temporary file.
 * @throws {Refusal} 422 if the archive is damaged, cut off, encrypted or has too many files.
 */
export async function openArchive(input: AsyncIterable<Uint8Array>): Promise<Archive> {
  const folder = await mkdtemp(join(tmpdir(), 'engawa-archive-'))
  const removeCopy = () => rm(folder, { recursive: true, force: true })
  try {
    const copy = join(folder, 'archive.zip')
    await pipeline(input, createWriteStream(copy))
    return await openCopy(copy, removeCopy)
  } catch (error) {
    await removeCopy()
    throw error
  }
}

async function openCopy(copy: string, removeCopy: () => Promise<void>): Promise<Archive> {
  const zip = await openPromise(copy, { decodeStrings: false, autoClose: false }).catch(damaged)
  async function close() {
    zip.close()
    await removeCopy()
  }
  const entries = new Map<string, Entry>()
  try {
    if (zip.entryCount > MAX_FILES) throw tooManyFiles()
    for await (const entry of zip.eachEntry()) {
      const path = decodeName(entry)
      if (!path.endsWith('/')) entries.set(path, entry)
    }
  } catch (error) {
    zip.close()
    return error instanceof Refusal ? Promise.reject(error) : damaged(error)
  }

  function entryOf(path: string) {
    const entry = entries.get(path)
    if (!entry) throw new Error(`The archive has no file ${path}`)
    return entry
  }

  async function* read(path: string): AsyncGenerator<Uint8Array> {
    const entry = entryOf(path)
    if (entry.generalPurposeBitFlag & ENCRYPTED) {
      throw new Refusal(
        422,
        'The archive has a password. Save it without one, and import it again.',
      )
    }
    refuseBomb(entry.uncompressedSize, entry.compressedSize)
    try {
      const content = await zip.openReadStreamPromise(entry)
      yield* limitUnpacked(content, () => entry.compressedSize)
    } catch (error) {
      if (error instanceof Refusal) throw error
      damaged(error)
    }
  }

  return {
    paths: [...entries.keys()],
    sizeOf: (path) => entryOf(path).uncompressedSize,
    read,
    close,
  }
}

/**
 * Decodes the name of a file. Archives from Windows have names in Shift_JIS, although ZIP allows
 * only UTF-8 and CP437.
 */
function decodeName({ fileNameRaw }: Entry) {
  const inUtf8 = fileNameRaw.toString('utf8')
  const name = inUtf8.includes('\ufffd') ? iconv.decode(fileNameRaw, 'shift_jis') : inUtf8
  return name.replaceAll('\\', '/').normalize('NFC')
}

function tooManyFiles() {
  return new Refusal(
    422,
    `The archive has more than ${MAX_FILES.toLocaleString('en')} files. Divide it into several archives.`,
  )
}

function damaged(_error: unknown): never {
  throw new Refusal(422, 'The archive is damaged or cut off. Save it again, and import it again.')
}
