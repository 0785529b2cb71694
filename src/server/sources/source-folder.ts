import { constants } from 'node:fs'
import { type FileHandle, lstat, open, readdir, realpath } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { millisecondsInMinute as MINUTE_MS } from 'date-fns/constants'
import type { GrowingFile } from '#server/db/import-columns.ts'
import { Refusal } from '#server/errors/refusal.ts'
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
  const newest = await findNewest(folder).catch((error) => explain(error, address))
  if (!newest) return { kind: 'unchanged', version: null }
  const look = { ...newest, seenMs: now.getTime() }
  if (!growing || !isSame(growing, look)) return { kind: 'growing', file: look }
  if (look.seenMs - growing.seenMs < SETTLING_MS) return { kind: 'growing', file: growing }
  refuseTooLarge(newest.bytes)
  const { name } = newest
  const file = await openFile(join(folder, name)).catch((error) =>
    explain(error, `${address}/${name}`),
  )
  // It was removed or replaced by a link since the folder was read.
  if (!file) return { kind: 'growing', file: look }
  try {
    const digest = await digestOf(file, signal)
    if (digest === version?.digest) {
      await file.close()
      return { kind: 'unchanged', version: { digest } }
    }
    const read = (stop: AbortSignal) => readUnchanged(file, digest, stop)
    const remove = () => file.close()
    return { kind: 'file', file: { name, version: { digest }, read, remove } }
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Null if there is no such file. */
async function openFile(path: string) {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  try {
    // Open without blocking. If a pipe has replaced the file, opening it would wait for a writer.
    return await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ELOOP')) return null
    throw error
  }
}

async function digestOf(file: FileHandle, signal: AbortSignal) {
  const { chunks, digest } = digesting(chunksOf(file, signal))
  for await (const _ of chunks);
  return digest()
}

/**
 * Reads the file again.
 * @throws {Refusal} 409 if it has changed since its digest was computed.
 */
async function* readUnchanged(file: FileHandle, expected: string, signal: AbortSignal) {
  const { chunks, digest } = digesting(chunksOf(file, signal))
  yield* chunks
  if (digest() !== expected) throw new Refusal(409, 'The file has changed while it was read')
}

const CHUNK_BYTES = 65_536

/** Reads the file without closing it, as a stream would. */
async function* chunksOf(file: FileHandle, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; ) {
    signal.throwIfAborted()
    const { bytesRead, buffer } = await file.read(Buffer.alloc(CHUNK_BYTES), { position })
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

/**
 * The real path of a source's folder. It must be inside `root`. Otherwise an administrator of the
 * dashboard could read any file of the server.
 * @throws {SourceFailure} if there is no such folder.
 */
export async function openFolder(root: string, address: string) {
  const realRoot = await realpath(root).catch((error) => {
    if (!hasCode(error, 'ENOENT', 'ENOTDIR')) return explain(error, root)
    throw new SourceFailure('folder', `The server has no folder ${root} for sources.`)
  })
  const asked = resolve(realRoot, address)
  const folder = await realpath(asked).catch((error) =>
    isInside(realRoot, asked) && isForbidden(error) ? explain(error, address) : null,
  )
  // A missing folder and a folder outside `root` get the same sentence. Otherwise the sentence would
  // reveal which folders the server has.
  if (folder === null || !isInside(realRoot, folder) || !(await lstat(folder)).isDirectory()) {
    throw new SourceFailure(
      'folder',
      `The folder of sources on the server has no folder ${address}.`,
    )
  }
  return folder
}

function isInside(root: string, path: string) {
  return `${path}${sep}`.startsWith(`${root}${sep}`)
}

/** Files that are incomplete, that another program uses, or that the operating system writes. */
const IGNORED = /^\.|^~\$|\.(part|filepart|tmp|crdownload)$|^(thumbs\.db|desktop\.ini)$/i

/** The newest regular file of the folder. Ignores links, which could lead out of the folder. */
async function findNewest(folder: string) {
  let newest: Omit<GrowingFile, 'seenMs'> | null = null
  for (const name of await readdir(folder)) {
    if (IGNORED.test(name)) continue
    const about = await lstat(join(folder, name)).catch((error) => {
      // It was removed since the folder was read.
      if (hasCode(error, 'ENOENT')) return null
      throw error
    })
    if (!about?.isFile()) continue
    const file = { name, bytes: about.size, modifiedMs: about.mtimeMs }
    if (!newest || file.modifiedMs > newest.modifiedMs) newest = file
  }
  return newest
}

/** @throws {SourceFailure} if the server must not read the path. */
function explain(error: unknown, path: string): never {
  if (hasCode(error, 'ENOENT')) {
    throw new SourceFailure('folder', `${path} was removed while it was read.`)
  }
  if (!isForbidden(error)) throw error
  throw new SourceFailure(
    'folder',
    `The server is not allowed to read ${path}. Give its user the right to read it.`,
  )
}

function isForbidden(error: unknown) {
  return hasCode(error, 'EACCES', 'EPERM')
}

function hasCode(error: unknown, ...codes: string[]) {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}

function isSame(a: GrowingFile, b: GrowingFile) {
  return a.name === b.name && a.bytes === b.bytes && a.modifiedMs === b.modifiedMs
}
