import { createReadStream } from 'node:fs'
import { lstat, readdir, realpath } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { millisecondsInMinute as MINUTE_MS } from 'date-fns/constants'
import type { GrowingFile } from '#server/db/import-columns.ts'
import { digesting, type Found, refuseTooLarge } from './found-file.ts'
import type { Schedule } from './rows.ts'
import { SourceFailure } from './source-failure.ts'

/** A file counts as complete if its size and time stay the same for this long. */
export const SETTLING_MS = MINUTE_MS

/**
 * Finds the newest file of a folder. Never changes the folder.
 * @throws {SourceFailure} if the folder or the file cannot be used.
 */
export async function findInFolder(
  root: string,
  { address, growing, version }: Pick<Schedule, 'address' | 'growing' | 'version'>,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<Found> {
  const folder = await openFolder(root, address)
  const newest = await findNewest(folder)
  if (!newest) return { kind: 'unchanged', version: null }
  const look = { ...newest, seenMs: now.getTime() }
  if (!growing || !isSame(growing, look)) return { kind: 'growing', file: look }
  if (look.seenMs - growing.seenMs < SETTLING_MS) return { kind: 'growing', file: growing }
  refuseTooLarge(newest.bytes)
  const path = join(folder, newest.name)
  const { chunks, digest } = digesting(createReadStream(path, { signal }))
  for await (const _ of chunks) signal.throwIfAborted()
  const found = { digest: digest() }
  if (found.digest === version?.digest) return { kind: 'unchanged', version: found }
  return {
    kind: 'file',
    file: {
      name: newest.name,
      version: found,
      read: (stop) => createReadStream(path, { signal: stop }),
      remove: async () => {},
    },
  }
}

/**
 * The real path of a source's folder. It must be inside `root`. Otherwise an administrator of the
 * dashboard could read any file of the server.
 * @throws {SourceFailure} if there is no such folder.
 */
export async function openFolder(root: string, address: string) {
  const [realRoot, folder] = await Promise.all([
    realpath(root).catch(() => null),
    realpath(resolve(root, address)).catch(() => null),
  ])
  const isInside =
    realRoot !== null && folder !== null && `${folder}${sep}`.startsWith(`${realRoot}${sep}`)
  // The same sentence for both cases, so that nobody learns which folders the server has.
  if (!isInside || !(await lstat(folder)).isDirectory()) {
    throw new SourceFailure(
      'folder',
      `The folder of sources on the server has no folder ${address}.`,
    )
  }
  return folder
}

/** Ignores links, and hidden files, which copying programs use for incomplete files. */
async function findNewest(folder: string) {
  let newest: Omit<GrowingFile, 'seenMs'> | null = null
  for (const name of await readdir(folder)) {
    if (name.startsWith('.')) continue
    // A file that was removed since `readdir` is ignored.
    const about = await lstat(join(folder, name)).catch(() => null)
    if (!about?.isFile()) continue
    const file = { name, bytes: about.size, modifiedMs: about.mtimeMs }
    if (!newest || file.modifiedMs > newest.modifiedMs) newest = file
  }
  return newest
}

function isSame(a: GrowingFile, b: GrowingFile) {
  return a.name === b.name && a.bytes === b.bytes && a.modifiedMs === b.modifiedMs
}
