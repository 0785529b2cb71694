import {
  type BrowserContext,
  type CDPSession,
  chromium,
  devices,
  type Page,
} from '@playwright/test'
import { chromiumOptions, phoneViewport } from './chromium.ts'
import { removeDirectory, temporaryDirectory } from './product.ts'

/** A browser on a phone, with a profile that outlives it. Opened on `origin`. */
export interface Phone {
  page: Page
  context: BrowserContext
  /** What any page has reported as an error so far, by exceptions and on its console. */
  errors: string[]
  /** Ends the browser in order, and starts it again with a blank page. */
  restart: () => Promise<void>
  /**
   * Kills the browser without a warning, and starts it again with a blank page. What was put into
   * local storage in the last seconds is lost, as it would be on any phone.
   */
  kill: () => Promise<void>
  /** Airplane mode. It lasts through restarts. The server goes on: `network.set('refuse')`. */
  setOffline: (isOffline: boolean) => Promise<void>
  /** Resolves when the worker serves the origin, and so everything it keeps for later is there. */
  untilWorkerServes: () => Promise<void>
  /** Resolves when the browser counts no page any more that the worker serves: a moment after the last is closed. */
  untilNoPageIsServed: () => Promise<void>
  /** Ends the workers as a browser does that is short of memory; the next event starts them. */
  stopWorkers: () => Promise<void>
  /** Sends the event with which the browser says that the network is back. */
  dispatchSync: (tag: string) => Promise<void>
  /** Bytes that the origin may store, or what is really free. It lasts until the next restart. */
  setQuota: (bytes: number | undefined) => Promise<void>
  /** Empties what the origin has stored under the page, as a browser does that needs space. */
  clearStorage: (types?: StorageType[]) => Promise<void>
  close: () => Promise<void>
}

type StorageType = 'cache_storage' | 'indexeddb' | 'local_storage' | 'service_workers'

const { viewport: _, defaultBrowserType: __, ...device } = devices['Pixel 7']

export async function openPhone(origin: string): Promise<Phone> {
  const profile = temporaryDirectory()
  const errors: string[] = []
  let isOffline = false
  let browser = await open()

  async function open() {
    const context = await chromium.launchPersistentContext(profile, {
      ...chromiumOptions,
      ...device,
      viewport: phoneViewport,
      baseURL: origin,
      offline: isOffline,
    })
    context.on('weberror', (error) => errors.push(error.error().message))
    context.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text())
    })
    const [page = await context.newPage()] = context.pages()
    const devtools = await context.newCDPSession(page)
    // It may be emptied at any time, so nothing may depend on it.
    await devtools.send('Network.clearBrowserCache')
    return { context, page, devtools }
  }

  return {
    get page() {
      return browser.page
    },
    get context() {
      return browser.context
    },
    errors,

    async restart() {
      await browser.context.close()
      browser = await open()
    },

    async kill() {
      await killBrowser(browser.context)
      browser = await open()
    },

    async setOffline(value) {
      isOffline = value
      await browser.context.setOffline(value)
    },

    async untilWorkerServes() {
      await browser.page.evaluate(async () => {
        await navigator.serviceWorker.ready
        if (navigator.serviceWorker.controller) return
        await new Promise((resolve) => {
          navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true })
        })
      })
    },

    async untilNoPageIsServed() {
      const [page = browser.page] = browser.context.pages()
      const devtools = await browser.context.newCDPSession(page)
      const isFree = new Promise<void>((resolve) => {
        devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
          const active = versions.find(({ status }) => status === 'activated')
          if (active && !active.controlledClients?.length) resolve()
        })
      })
      // Enabling tells of every version there is.
      await devtools.send('ServiceWorker.enable')
      await isFree
      await devtools.detach()
    },

    async stopWorkers() {
      await browser.devtools.send('ServiceWorker.enable')
      await browser.devtools.send('ServiceWorker.stopAllWorkers')
    },

    async dispatchSync(tag) {
      const registrationId = await findRegistration(browser.devtools, origin)
      await browser.devtools.send('ServiceWorker.dispatchSyncEvent', {
        origin,
        registrationId,
        tag,
        lastChance: false,
      })
    },

    async setQuota(bytes) {
      await browser.devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: bytes })
    },

    async clearStorage(types) {
      const storageTypes = types?.join() ?? 'all'
      await browser.devtools.send('Storage.clearDataForOrigin', { origin, storageTypes })
    },

    async close() {
      await browser.context.close()
      removeDirectory(profile)
    },
  }
}

async function killBrowser(context: BrowserContext) {
  const devtools = await context.browser()?.newBrowserCDPSession()
  const { processInfo = [] } = (await devtools?.send('SystemInfo.getProcessInfo')) ?? {}
  const main = processInfo.find(({ type }) => type === 'browser')
  if (!main) throw new Error('The browser does not say which process it is')
  const closed = new Promise((resolve) => context.once('close', resolve))
  // With all of its helpers, which are of its group: one that lives on would hold the profile.
  process.kill(-main.id, 'SIGKILL')
  await closed
}

async function findRegistration(devtools: CDPSession, origin: string) {
  const found = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin))
      if (own) resolve(own.registrationId)
    })
  })
  // Enabling tells of every registration there is.
  await devtools.send('ServiceWorker.disable')
  await devtools.send('ServiceWorker.enable')
  return found
}
