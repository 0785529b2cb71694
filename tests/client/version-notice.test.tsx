import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** A stub of a waiting worker. Tests make it activate, become redundant or never respond. */
class WaitingWorker extends EventTarget {
  state = 'installed'
  heard = 0
  isDead = false

  postMessage() {
    this.heard++
    if (this.isDead) throw new DOMException('The worker is gone', 'InvalidStateError')
  }

  becomeRedundant() {
    this.state = 'redundant'
    this.dispatchEvent(new Event('statechange'))
  }
}

let waiting: WaitingWorker
let workers: EventTarget
const reload = vi.fn()

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(location, 'reload').mockImplementation(reload)
  waiting = new WaitingWorker()
  const registration = Object.assign(new EventTarget(), {
    ...{ waiting, active: {}, update: async () => {} },
  })
  workers = Object.assign(new EventTarget(), {
    ...{ controller: null, register: async () => registration },
  })
  Object.defineProperty(navigator, 'serviceWorker', { value: workers, configurable: true })
  const { followVersions } = await import('#client/features/shell/version-notice.tsx')
  await act(async () => followVersions())
  await press('Update')
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.resetModules()
  reload.mockClear()
  document.body.replaceChildren()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const press = (name: string) => act(async () => button(name).click())
const notice = () => screen.getByRole('status').textContent
const waitForTimeout = () => act(() => vi.advanceTimersByTime(60_000))

test('an update that never responds fails after a timeout, and can be tried again', async () => {
  expect(notice()).toContain('Updating…')
  expect(button('Update').disabled).toBe(true)
  waitForTimeout()
  expect(notice()).toContain('Update failed')
  await press('Try again')
  expect(waiting.heard).toBe(2)
  expect(notice()).toContain('Updating…')
  waitForTimeout()
  expect(notice()).toContain('Update failed')
})

test('if the service worker of the new version becomes redundant, the update fails immediately', () => {
  act(() => waiting.becomeRedundant())
  expect(notice()).toContain('Update failed')
})

test('if the service worker of the new version has disappeared, the update fails immediately', async () => {
  waitForTimeout()
  waiting.isDead = true
  await press('Try again')
  expect(notice()).toContain('Update failed')
})

test('the message of a failed update can be dismissed', async () => {
  waitForTimeout()
  await press('Later')
  expect(notice()).toBe('')
})

test('the message of a newer error replaces the message of a failed update', async () => {
  waitForTimeout()
  const error = document.createElement('div')
  error.setAttribute('role', 'alert')
  await act(async () => document.body.append(error))
  expect(notice()).toBe('')
})

test('an update that succeeds after its timeout still reloads the tab', () => {
  waitForTimeout()
  expect(reload).not.toHaveBeenCalled()
  workers.dispatchEvent(new Event('controllerchange'))
  expect(reload).toHaveBeenCalledOnce()
})
