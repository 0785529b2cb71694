import fs from 'node:fs'
import { dirname } from 'node:path'
import { inspect } from 'node:util'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { DURABLE_START, DurableFiles, syncToDisk, syncTree } from '#server/files/durable-files.ts'

/**
 * Messages between the main thread and this worker thread. Each request gets one answer, in order.
 */
export type ToWorker = { request: Uint8Array } | { close: true }
export type FromWorker = { answer: Uint8Array } | { error: string }

/**
 * The size of PostgreSQL's page cache. If the indexes do not fit in this cache, an import takes a
 * quarter longer.
 */
const MEMORY = ['-c', 'shared_buffers=48MB']

/** The errno for a full disk in WASI, which PGlite's file system uses. */
const DISK_FULL = 51

const { directory } = workerData as { directory: string | null }
const database = await (directory ? openDirectory(directory) : openMemory()).catch((error) => {
  throw readable(error)
})
let queue = Promise.resolve()

parentPort?.on('message', (message: ToWorker) => {
  queue = queue.then(() => handle(message)).then(answer, refuse)
})
answer(new Uint8Array())

async function handle(message: ToWorker) {
  if ('request' in message) return database.execProtocolRaw(message.request, { syncToFs: false })
  await database.close()
  return new Uint8Array()
}

function answer(bytes: Uint8Array) {
  post({ answer: bytes }, [bytes.buffer as ArrayBuffer])
}

function refuse(error: unknown) {
  post({ error: readable(error).message })
}

/** Converts a file error of PGlite, which has an errno but no message, into an `Error`. */
function readable(error: unknown) {
  if (error instanceof Error) return error
  const isFull = typeof error === 'object' && error && 'errno' in error && error.errno === DISK_FULL
  return new Error(isFull ? 'the disk is full' : `its files cannot be used (${inspect(error)})`)
}

function post(message: FromWorker, transfer?: ArrayBuffer[]) {
  parentPort?.postMessage(message, transfer)
}

function openMemory() {
  return PGlite.create({ startParams: [...PGlite.defaultStartParams, ...MEMORY] })
}

async function openDirectory(directory: string) {
  if (!fs.existsSync(directory)) await createDirectory(directory)
  return openDurable(directory)
}

/**
 * Creates a database in a folder with a temporary name. Renames the folder when the database is
 * complete and on disk, so that a crash never leaves an incomplete database under the final name.
 */
async function createDirectory(directory: string) {
  const unfinished = `${directory}.new`
  fs.rmSync(unfinished, { recursive: true, force: true })
  fs.mkdirSync(unfinished, { mode: 0o700 })
  const created = await openDurable(unfinished)
  await created.close()
  syncTree(unfinished)
  fs.renameSync(unfinished, directory)
  syncToDisk(dirname(directory))
}

function openDurable(directory: string) {
  return PGlite.create({
    fs: new DurableFiles(directory),
    startParams: [...DURABLE_START, ...MEMORY],
  })
}
