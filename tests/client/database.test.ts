import 'fake-indexeddb/auto'
import { get, set } from 'idb-keyval'
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
