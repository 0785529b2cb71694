import { onlineManager } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const HOUR = 60 * 60_000

/** The part of the browser that holds workers: it counts how often somebody looks for a newer one. */
class Workers extends EventTarget {
  controller = null
  looks = 0
  isForbidden = false

  async register() {
    if (this.isForbidden) throw new DOMException('Not in a private window', 'SecurityError')
    this.looks++
    return Object.assign(new EventTarget(), { update: async () => this.looks++ })
  }
}

let workers: Workers

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  workers = new Workers()
  Object.defineProperty(navigator, 'serviceWorker', { value: workers, configurable: true })
})

afterEach(() => {
  vi.useRealTimers()
  vi.resetModules()
  onlineManager.setOnline(true)
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

async function start() {
  const { keepUpToDate, updates } = await import('#client/updates.ts')
  await keepUpToDate()
  return updates
}

function returnToApp() {
  document.dispatchEvent(new Event('visibilitychange'))
}

test('a new version is looked for at the start, and at most once an hour when coming back', async () => {
  await start()
  expect(workers.looks).toBe(1)
  vi.advanceTimersByTime(HOUR - 60_000)
  returnToApp()
  expect(workers.looks).toBe(1)
  vi.advanceTimersByTime(2 * 60_000)
  returnToApp()
  expect(workers.looks).toBe(2)
  returnToApp()
  expect(workers.looks).toBe(2)
})

test('a new version is looked for when the network returns', async () => {
  await start()
  onlineManager.setOnline(false)
  expect(workers.looks).toBe(1)
  onlineManager.setOnline(true)
  expect(workers.looks).toBe(2)
})

test('where no worker may be registered, there is nothing to say', async () => {
  workers.isForbidden = true
  const updates = await start()
  returnToApp()
  expect(updates.news()).toBe('none')
})
