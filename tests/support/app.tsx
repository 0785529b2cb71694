import 'fake-indexeddb/auto'
import { onlineManager } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { cleanup, configure, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, vi } from 'vitest'
import { App, createAppRouter, reportCaught } from '#client/app.tsx'
import { keepOutbox } from '#client/outbox/account-outbox.ts'
import { forgetQueries } from '#client/query-store/offline-queries.ts'
import { createQueryClient } from '#client/query-store/query-client.ts'
import { leaveWithSession } from '#client/session/leaving.ts'
import { keepAccount } from '#client/session/persisted-account.ts'
import { whenClean } from '#client/session/wipe-data-turns.ts'
import { connection } from '#client/sync/connection.ts'
import { LineRequest } from './line-request.ts'
import type { TestServer } from './server.ts'

// happy-dom takes younger elements, such as <search>, for unknown ones, of which React would warn.
Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, { value: 'HTMLElement' })

// It has no idle callbacks either. Its pages are drawn at once, and have nothing else to do then.
Object.assign(globalThis, { requestIdleCallback: (run: () => void) => setTimeout(run) })

// The first page that needs a chunk waits for it to be compiled.
configure({ asyncUtilTimeout: 60_000 })

let closeTab = () => {}

afterEach(async () => {
  closeApp()
  await whenClean()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
  // A test may have left a database that hung.
  Object.assign(globalThis.databases ?? {}, { isHanging: false })
  await forgetQueries()
  connection.heard()
})

/** Closes the tab that `openApp` has opened. */
export function closeApp() {
  cleanup()
  closeTab()
  closeTab = () => {}
  // Messages have a place of their own.
  document.body.replaceChildren()
}

/** The line between the client and `server`. */
export function connect(server: TestServer) {
  const line = {
    /** What a proxy or a portal answers to a path in place of the server; undefined lets it pass. */
    intercept: (_path: string, _method: string): Response | undefined => undefined,
    /** When the server says that it answers: the device is right unless told otherwise. */
    serverTime: () => new Date(),
    /** What an answer waits for on its way. */
    hold: async (_path: string): Promise<void> => {},
    /** Loses the next answer from an address that ends so; what was asked for has been done. */
    loseNext(path: string) {
      line.hold = async (asked) => {
        if (!asked.endsWith(path)) return
        line.hold = async () => {}
        throw new TypeError('Failed to fetch')
      }
    },
    cut() {
      line.intercept = () => {
        throw new TypeError('Failed to fetch')
      }
      onlineManager.setOnline(false)
    },
    mend() {
      line.intercept = () => undefined
      onlineManager.setOnline(true)
    },
  }
  vi.stubGlobal('fetch', async (path: string, { signal, ...init }: RequestInit = {}) => {
    const response = line.intercept(path, init.method ?? 'GET') ?? (await server.fetch(path, init))
    await line.hold(path)
    signal?.throwIfAborted()
    if (response.headers.has('date')) {
      response.headers.set('date', line.serverTime().toUTCString())
    }
    return response
  })
  vi.stubGlobal('XMLHttpRequest', LineRequest)
  return line
}

/** Opens `path` as a browser tab would, in the session that `token` stands for. */
export function openApp(path: string, { token }: { token?: string } = {}) {
  if (token) localStorage.setItem('token', token)
  closeTab()
  const queryClient = createQueryClient()
  const stopKeeping = keepAccount(queryClient)
  const stopSending = keepOutbox(queryClient)
  const { queries, ...others } = queryClient.getDefaultOptions()
  queryClient.setDefaultOptions({ ...others, queries: { ...queries, retryDelay: 0 } })
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: [path] }))
  const stopLeaving = leaveWithSession(queryClient, router)
  closeTab = () => {
    stopKeeping()
    stopSending()
    stopLeaving()
  }
  render(<App queryClient={queryClient} router={router} />, { onCaughtError: reportCaught })

  return {
    person: userEvent.setup(),
    queryClient,
    /** What the address bar shows. */
    address: () => router.state.location.href,
    /** What the back button of the browser does. */
    back: () => router.history.back(),
  }
}
