import { cpSync } from 'node:fs'
import {
  type BrowserContext,
  type CDPSession,
  chromium,
  devices,
  type Page,
} from '@playwright/test'
import { chromiumOptions, phoneViewport } from './chromium.ts'
import { describeError } from './console-error.ts'
import { removeDirectory, temporaryDirectory } from './product.ts'

/** A phone's browser with a persistent profile, opened on `origin`. */
export interface Phone {
  page: Page
  context: BrowserContext
  /** Errors of all pages so far: exceptions and console errors. */
  errors: string[]
  /** Closes the browser normally, then starts it again with a blank page. */
  restart: () => Promise<void>
  /**
   * Kills the browser, then starts it again with a blank page. As on a real phone, the last seconds
   * of local storage are lost.
   */
  kill: () => Promise<void>
  /**
   * Airplane mode, which persists through restarts. The server keeps running. To stop the server
   * too, use `network.set('refuse')`.
   */
  setOffline: (isOffline: boolean) => Promise<void>
  /** Resolves when the worker controls the origin. The worker has then cached all its files. */
  untilWorkerServes: () => Promise<void>
  /**
   * Resolves when the worker no longer controls any page, a moment after the last page is closed.
   */
  untilNoPageIsServed: () => Promise<void>
  /**
   * Stops the workers, as a browser does when it runs out of memory. The next event restarts the
   * workers.
   */
  stopWorkers: () => Promise<void>
  /** Sends the `sync` event, with which the browser reports that the network is back. */
  dispatchSync: (tag: string) => Promise<void>
  /** Delivers a push message with this text to the worker. */
  deliverPush: (data: string) => Promise<void>
  /** Limits the origin's storage until the next restart, in bytes. Undefined removes the limit. */
  setQuota: (bytes: number | undefined) => Promise<void>
  /** Clears the origin's storage while a page is open. A browser does this when it needs space. */
  clearStorage: (types?: StorageType[]) => Promise<void>
  close: () => Promise<void>
}

type StorageType = 'cache_storage' | 'indexeddb' | 'local_storage' | 'service_workers'

const { viewport: _, defaultBrowserType: __, ...device } = devices['Pixel 7']

/**
 * Opens a browser like a phone's, and deletes its profile afterwards. By default, the profile is
 * new. Relative URLs refer to `origin`.
 */
export async function openPhone(
  origin: string,
  options = chromiumOptions,
  profile = temporaryDirectory(),
): Promise<Phone> {
  const errors: string[] = []
  let isOffline = false
  let browser = await open()

  async function open() {
    const context = await chromium.launchPersistentContext(profile, {
      ...options,
      ...device,
      viewport: phoneViewport,
      serviceWorkers: 'allow',
      baseURL: origin,
      offline: isOffline,
    })
    context.on('weberror', (error) => errors.push(error.error().message))
    context.on('console', (message) => {
      if (message.type() === 'error') errors.push(describeError(message))
    })
    const [page = await context.newPage()] = context.pages()
    const devtools = await context.newCDPSession(page)
    // A browser may clear its HTTP cache at any time, so no test may depend on it.
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
      // `ServiceWorker.enable` makes DevTools report every worker version.
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

    async deliverPush(data) {
      const registrationId = await findRegistration(browser.devtools, origin)
      await browser.devtools.send('ServiceWorker.deliverPushMessage', {
        origin,
        registrationId,
        data,
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

/**
 * Creates a profile in which the worker of the app at `origin` is installed. An installation takes
 * two seconds of processor time, so tests open copies of the profile with `openInstalledPhone`.
 */
export async function createInstalledProfile(origin: string) {
  const profile = temporaryDirectory()
  const phone = await openPhone(origin, chromiumOptions, profile)
  await phone.page.goto('/login')
  await phone.untilWorkerServes()
  // A browser that closes normally writes the profile to disk.
  await phone.context.close()
  return profile
}

/** Opens a phone with a copy of a profile of `createInstalledProfile`. */
export function openInstalledPhone(origin: string, installed: string) {
  const profile = temporaryDirectory()
  cpSync(installed, profile, { recursive: true })
  return openPhone(origin, chromiumOptions, profile)
}

async function killBrowser(context: BrowserContext) {
  const devtools = await context.browser()?.newBrowserCDPSession()
  const { processInfo = [] } = (await devtools?.send('SystemInfo.getProcessInfo')) ?? {}
  const main = processInfo.find(({ type }) => type === 'browser')
  if (!main) throw new Error('The browser does not say which process it is')
  const closed = new Promise((resolve) => context.once('close', resolve))
  // Kill the whole process group, because a remaining helper process would lock the profile.
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
  // Disable the domain `ServiceWorker` first, because DevTools reports every registration only
  // when the domain changes from disabled to enabled.
  await devtools.send('ServiceWorker.disable')
  await devtools.send('ServiceWorker.enable')
  return found
}
