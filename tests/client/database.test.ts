import 'fake-indexeddb/auto'
import { get, promisifyRequest, set } from 'idb-keyval'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/**
 * Loads the code for databases as a new page does. The browser opens a database only when the test
 * calls `runRequests`.
 */
async function openPage() {
  vi.resetModules()
  globalThis.databases = undefined
  const databases = await import('#client/browser/database.ts')
  const waiting: (() => void)[] = []
  const open = IDBFactory.prototype.open
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(function (this: IDBFactory, name) {
    // Opens the database only when the test calls `runRequests`.
    const request = { result: undefined } as unknown as IDBOpenDBRequest
    waiting.push(() => {
      const real = open.call(this, name)
      real.onupgradeneeded = (event) => {
        Object.assign(request, { result: real.result })
        request.onupgradeneeded?.(event)
      }
      real.onsuccess = (event) => {
        Object.assign(request, { result: real.result })
        request.onsuccess?.(event)
      }
    })
    return request
  })
  function runRequests() {
    for (const run of waiting.splice(0)) run()
  }
  return { ...databases, runRequests }
}

/** The state of an operation on a database: waiting, done or failed. */
function stateOf(use: Promise<unknown>) {
  const state = { is: 'waiting' }
  use.then(
    () => Object.assign(state, { is: 'done' }),
    () => Object.assign(state, { is: 'failed' }),
  )
  return state
}

test("if the browser's database hangs, it delays the app only once, by half a second", async () => {
  const { openDatabase, databasesHang } = await openPage()
  const store = openDatabase('houses', 'rows')
  const uses = [stateOf(get('a', store)), stateOf(get('b', openDatabase('notes', 'rows')))]
  await vi.advanceTimersByTimeAsync(400)
  expect(uses.map(({ is }) => is)).toEqual(['waiting', 'waiting'])
  await vi.advanceTimersByTimeAsync(150)
  expect(uses.map(({ is }) => is)).toEqual(['failed', 'failed'])
  expect(databasesHang()).toBe(true)

  await expect(get('a', store)).rejects.toThrow('does not answer')
  await expect(set('a', 1, openDatabase('third', 'rows'))).rejects.toThrow('does not answer')
})

test("if the browser's database opens late, the app uses it from then on, but the operations that timed out never run", async () => {
  const { openDatabase, watchDatabases, databasesHang, runRequests } = await openPage()
  const heard: boolean[] = []
  watchDatabases(() => heard.push(databasesHang()))
  const store = openDatabase('late', 'rows')
  const written = stateOf(set('a', 1, store))
  await vi.advanceTimersByTimeAsync(550)
  expect(written.is).toBe('failed')

  runRequests()
  vi.useRealTimers()
  await vi.waitFor(() => expect(heard).toEqual([true, false]))
  expect(await get('a', store)).toBeUndefined()
  await set('a', 2, store)
  expect(await get('a', store)).toBe(2)
})

/** Collects the connections that the app opens from now on. */
function watchConnections() {
  const connections = new Set<IDBDatabase>()
  const transactions: IDBTransactionOptions[] = []
  const { transaction } = IDBDatabase.prototype
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
    this: IDBDatabase,
    stores,
    mode,
    options,
  ) {
    connections.add(this)
    if (mode === 'readwrite') transactions.push(options ?? {})
    return transaction.call(this, stores, mode, options)
  })
  /** Closes the connections without the event `close`, as iOS does with a suspended app. */
  function closeSilently() {
    for (const connection of connections) connection.close()
    connections.clear()
  }
  return { closeSilently, transactions }
}

test('after the browser has closed the connections without an event, each read and write opens the database again', async () => {
  vi.useRealTimers()
  const { openDatabase } = await import('#client/browser/database.ts')
  const { closeSilently } = watchConnections()
  const store = openDatabase('suspended', 'rows')
  await set('a', 1, store)
  closeSilently()
  expect(await get('a', store)).toBe(1)
  closeSilently()
  await Promise.all([set('b', 2, store), set('c', 3, store), get('a', store)])
  expect([await get('b', store), await get('c', store)]).toEqual([2, 3])
})

test('a transaction that the lost connection has aborted runs once more, and writes only once', async () => {
  vi.useRealTimers()
  const { openDatabase } = await import('#client/browser/database.ts')
  const store = openDatabase('aborted', 'rows')
  await set('count', 1, store)
  let runs = 0
  await store('readwrite', async (rows) => {
    runs += 1
    const { transaction } = rows
    const count: number = await promisifyRequest(rows.get('count'))
    const written = promisifyRequest(rows.put(count + 1, 'count'))
    if (runs === 1) transaction.abort()
    await written
    await promisifyRequest(transaction)
  })
  expect(runs).toBe(2)
  expect(await get('count', store)).toBe(2)
})

test('an error of the data itself is reported at once, and the write is not repeated', async () => {
  vi.useRealTimers()
  const { openDatabase } = await import('#client/browser/database.ts')
  const store = openDatabase('full', 'rows')
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError')
  })
  await expect(set('a', 1, store)).rejects.toThrow('No room')
  expect(put).toHaveBeenCalledTimes(1)
})

test('each write asks the browser to report it only when it is on the disk', async () => {
  vi.useRealTimers()
  const { openDatabase } = await import('#client/browser/database.ts')
  const { transactions } = watchConnections()
  await set('a', 1, openDatabase('strict', 'rows'))
  expect(transactions).toEqual([{ durability: 'strict' }])
})
