import 'fake-indexeddb/auto'
import { onlineManager } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { cleanup, configure, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { onTestFinished, vi } from 'vitest'
import { followOtherDevices } from '#client/account-session/follow-other-devices.ts'
import { followSession } from '#client/account-session/follow-session.ts'
import { persistAccount } from '#client/account-session/persisted-account.ts'
import { App, createAppRouter, reportCaught } from '#client/app.tsx'
import { createQueryClient } from '#client/data/query-client.ts'
import { syncFavorites } from '#client/favorites/set-favorite.ts'
import { syncNotes } from '#client/notes/notes-sync.ts'
import { wipeQueries } from '#client/query-store/persisted-rows.ts'
import { whenWiped } from '#client/session/wipe-queue.ts'
import { connection } from '#client/sync/connection.ts'
import type { TestServer } from './server.ts'
import { TestXMLHttpRequest } from './xml-http-request.ts'

// happy-dom does not know newer elements, such as <search>. Without this property, React warns
// about these elements.
Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, { value: 'HTMLElement' })

// happy-dom has no idle callbacks. It never renders, so there is no rendering to wait for, and a
// timer is enough.
Object.assign(globalThis, { requestIdleCallback: (run: () => void) => setTimeout(run) })

/** Holds the callbacks that wait until the page is idle. Returns the function that runs them. */
export function holdIdle() {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  vi.stubGlobal('requestIdleCallback', (run: () => void) => void released.then(run))
  return release
}

// Wait long for an element, because a chunk is compiled at its first use.
configure({ asyncUtilTimeout: 60_000 })

let closeTab = () => {}

/** Closes the tab that `openApp` has opened. */
export function closeApp() {
  cleanup()
  closeTab()
  closeTab = () => {}
  // Toasts are rendered outside the app's root, so unmounting the app leaves them on the page.
  document.body.replaceChildren()
}

/**
 * The network between two tests. A request of a closed tab fails, so that it does not reach port 3000
 * of this machine. Probes succeed, so that the next test does not start offline after such a failure.
 */
async function answerOnlyProbes(path: string) {
  if (path !== '/healthz') throw new TypeError('Failed to fetch')
  return Response.json({ status: 'ok' })
}

async function resetBrowser() {
  closeApp()
  await whenWiped()
  vi.unstubAllGlobals()
  // The test may have simulated a lost connection. The app recovers when a probe succeeds.
  vi.stubGlobal('fetch', answerOnlyProbes)
  await connection.probe()
  localStorage.clear()
  sessionStorage.clear()
  // The test may have simulated a hanging database, so end the simulation.
  Object.assign(globalThis.databases ?? {}, { isHanging: false })
  await wipeQueries()
}

/**
 * Connects the client to `server`. Call this in each test or `beforeEach`. After the test, the app
 * is closed and the data on the device is wiped.
 */
export function connect(server: TestServer) {
  onTestFinished(resetBrowser)
  const network = {
    /**
     * Tests replace this function to simulate a proxy or captive portal. If the function returns
     * undefined, the request reaches the server.
     */
    intercept: (_path: string, _method: string): Response | undefined => undefined,
    /** The server's clock. By default it agrees with the device's. */
    serverTime: () => new Date(),
    /** Delays the response to a path. */
    hold: async (_path: string): Promise<void> => {},
    /**
     * Drops the next response for a path that ends with `path`, after the server has handled the
     * request.
     */
    loseNext(path: string) {
      network.hold = async (asked) => {
        if (!asked.endsWith(path)) return
        network.hold = async () => {}
        throw new TypeError('Failed to fetch')
      }
    },
    disconnect() {
      network.intercept = () => {
        throw new TypeError('Failed to fetch')
      }
      onlineManager.setOnline(false)
    },
    reconnect() {
      network.intercept = () => undefined
      onlineManager.setOnline(true)
    },
  }
  vi.stubGlobal('fetch', async (path: string, { signal, ...init }: RequestInit = {}) => {
    const response =
      network.intercept(path, init.method ?? 'GET') ?? (await server.fetch(path, init))
    await network.hold(path)
    signal?.throwIfAborted()
    if (response.headers.has('date')) {
      response.headers.set('date', network.serverTime().toUTCString())
    }
    return response
  })
  vi.stubGlobal('XMLHttpRequest', TestXMLHttpRequest)
  return network
}

/** Opens `path` as a browser tab would, signed in with `token`. */
export function openApp(path: string, { token }: { token?: string } = {}) {
  if (token) localStorage.setItem('token', token)
  closeTab()
  const queryClient = createQueryClient()
  const stopKeeping = persistAccount(queryClient)
  const stopSending = syncFavorites(queryClient)
  const stopNotes = syncNotes(queryClient)
  const stopFollowing = followOtherDevices(queryClient)
  const { queries, ...others } = queryClient.getDefaultOptions()
  queryClient.setDefaultOptions({ ...others, queries: { ...queries, retryDelay: 0 } })
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: [path] }))
  const stopLeaving = followSession(queryClient, router)
  closeTab = () => {
    stopKeeping()
    stopSending()
    stopNotes()
    stopFollowing()
    stopLeaving()
  }
  render(<App queryClient={queryClient} router={router} />, { onCaughtError: reportCaught })

  return {
    person: userEvent.setup(),
    queryClient,
    router,
    /** The address in the address bar. */
    address: () => router.state.location.href,
    /** Presses the browser's back button. */
    back: () => router.history.back(),
  }
}
