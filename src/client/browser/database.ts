import { promisifyRequest, type UseStore } from 'idb-keyval'
import { createListeners } from './listeners.ts'
import { wait } from './wait.ts'

/**
 * Whether this is the worker that searches the catalogue. It reads much at once, and the page has its own
 * timeouts for the worker's answers.
 */
const isWorker = 'DedicatedWorkerGlobalScope' in globalThis
/**
 * The timeout until IndexedDB has responded once. It is short, so that a hanging database delays
 * the first page only briefly.
 */
const FIRST_TIMEOUT_MS = isWorker ? 2_000 : 500
/**
 * The timeout after IndexedDB has responded once. It is longer, so that a slow read on a slow phone
 * does not count as a hanging database.
 */
const TIMEOUT_MS = isWorker ? 10_000 : 2_000

declare global {
  /**
   * The state of IndexedDB. All databases share one state, because when one database hangs, all of
   * them hang. The state is global, so that a test can reset it without loading the app again.
   */
  var databases: { isHanging: boolean; hasAnswered: boolean } | undefined
}

globalThis.databases ??= { isHanging: false, hasAnswered: false }
const state = globalThis.databases
const recoveries = createListeners()

class DatabaseHangs extends Error {
  constructor() {
    super('IndexedDB does not answer')
  }
}

/** Whether IndexedDB hangs. A device whose IndexedDB hangs can save nothing. */
export function databasesHang() {
  return state.isHanging
}

/** Calls `listener` when IndexedDB hangs, or recovers. Returns the unsubscribe function. */
export const watchDatabases = recoveries.watch

/**
 * A store in IndexedDB. When the database hangs, the first use rejects after a timeout. Later uses
 * reject immediately, so that they do not wait for the timeout again. After a recovery, the store
 * works again.
 * @throws {DatabaseHangs} in each use, while the database hangs.
 */
export function openDatabase(name: string, storeName: string): UseStore {
  const store = reopeningStore(name, storeName)
  let isProbing = false

  async function probeDatabase() {
    if (isProbing) return
    isProbing = true
    await recordResponse(store('readonly', () => undefined))
    isProbing = false
  }

  return async (mode, use) => {
    if (state.isHanging) {
      void probeDatabase()
      throw new DatabaseHangs()
    }
    let hasTimedOut = false
    const { elapsed, stop } = wait(state.hasAnswered ? TIMEOUT_MS : FIRST_TIMEOUT_MS)
    const answer = store(mode, (rows) => {
      // The timeout was already reported as a failure, so this late write must not run.
      if (hasTimedOut) throw new DatabaseHangs()
      return use(rows)
    })
    const timedOut = elapsed.then(() => {
      hasTimedOut = true
      setHanging(true)
      throw new DatabaseHangs()
    })
    void recordResponse(answer)
    try {
      return await Promise.race([answer, timedOut])
    } finally {
      stop()
    }
  }
}

/**
 * The errors of a database whose connection is closed. iOS closes the connections of a suspended
 * app without the event `close`. A transaction that was running is aborted, so it has written
 * nothing, and repeating it is safe.
 */
const LOST_CONNECTION = new Set(['InvalidStateError', 'UnknownError', 'AbortError'])

/**
 * A store like the one of `createStore` of idb-keyval, with two differences. A transaction on a
 * closed connection opens the database again and runs once more. A write completes only when it is
 * on the disk, so that "saved" stays true after a crash. By default, some browsers report a write
 * that a crash can still lose.
 */
function reopeningStore(name: string, storeName: string): UseStore {
  let opened: Promise<IDBDatabase> | undefined

  async function open() {
    const request = indexedDB.open(name)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName)
    const database = await promisifyRequest(request)
    database.onclose = forget
    return database
  }

  function forget() {
    opened = undefined
  }

  function getOpened() {
    if (!opened) {
      opened = open()
      opened.catch(forget)
    }
    return opened
  }

  const run: UseStore = async (mode, use) => {
    const database = await getOpened()
    const transaction = database.transaction(storeName, mode, { durability: 'strict' })
    return use(transaction.objectStore(storeName))
  }

  return async (mode, use) => {
    const usedConnection = getOpened()
    try {
      return await run(mode, use)
    } catch (error) {
      if (!(error instanceof DOMException && LOST_CONNECTION.has(error.name))) throw error
      if (opened === usedConnection) forget()
      return run(mode, use)
    }
  }
}

/** Records that the database has responded. An error is also a response. */
async function recordResponse(answer: Promise<unknown>) {
  await answer.catch(() => undefined)
  state.hasAnswered = true
  setHanging(false)
}

function setHanging(isHanging: boolean) {
  if (state.isHanging === isHanging) return
  state.isHanging = isHanging
  recoveries.tell()
}
