import { onlineManager } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** A stub of the browser's worker container that counts update checks. */
class Workers extends EventTarget {
  controller = null
  looks = 0
  isForbidden = false
  registration = Object.assign(new EventTarget(), {
    active: {},
    installing: null as InstallingWorker | null,
    update: async () => this.looks++,
  })

  async register() {
    if (this.isForbidden) throw new DOMException('Not in a private window', 'SecurityError')
    this.looks++
    return this.registration
  }

  /** Starts to install a new version. */
  install() {
    const worker = new InstallingWorker()
    this.registration.installing = worker
    this.registration.dispatchEvent(new Event('updatefound'))
    return worker
  }
}

class InstallingWorker extends EventTarget {
  scriptURL = '/sw.js'
  state = 'installing'

  become(state: string) {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

let workers: Workers

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  workers = new Workers()
  Object.defineProperty(navigator, 'serviceWorker', { value: workers, configurable: true })
})

afterEach(() => {
  vi.useRealTimers()
  vi.resetModules()
  onlineManager.setOnline(true)
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

async function startUpdates() {
  const { keepUpToDate, updates } = await import('#client/sync/updates.ts')
  await keepUpToDate()
  return updates
}

function returnToApp() {
  document.dispatchEvent(new Event('visibilitychange'))
}

test.each([
  ['shown', returnToApp],
  ['focused', () => dispatchEvent(new Event('focus'))],
])(
  'when a tab is %s, it checks for a new version, but at most once a minute',
  async (_what, turnTo) => {
    await startUpdates()
    expect(workers.looks).toBe(1)
    vi.advanceTimersByTime(10 * 60_000)
    expect(workers.looks).toBe(1)
    turnTo()
    vi.advanceTimersByTime(1)
    expect(workers.looks).toBe(2)

    for (let second = 0; second < 60; second += 10) {
      turnTo()
      vi.advanceTimersByTime(10_000)
    }
    expect(workers.looks).toBe(3)
    vi.advanceTimersByTime(10 * 60_000)
    expect(workers.looks).toBe(3)
  },
)

test('the app checks for a new version when the network returns', async () => {
  await startUpdates()
  onlineManager.setOnline(false)
  expect(workers.looks).toBe(1)
  onlineManager.setOnline(true)
  expect(workers.looks).toBe(2)
})

test('if a new version of the app installs only at the second attempt, the app still reports the new version', async () => {
  const updates = await startUpdates()
  vi.advanceTimersByTime(10 * 60_000)
  workers.install().become('redundant')
  expect(updates.state()).toBe('none')
  workers.install().become('installed')
  expect(updates.state()).toBe('new-version')
})

test('in a browser that forbids service workers, the app reports no new version', async () => {
  workers.isForbidden = true
  const updates = await startUpdates()
  returnToApp()
  expect(updates.state()).toBe('none')
})
