import type { BrowserContext, Page } from '@playwright/test'
import { phoneViewport } from '#tests/support/chromium.ts'
import { type Deployments, NEWER_FILE, openDeployments } from '#tests/support/deployments.ts'
import {
  createInstalledProfile,
  openInstalledPhone,
  openPhone,
  type Phone,
} from '#tests/support/phone.ts'
import { precachedUrls } from '#tests/support/precache.ts'
import { copyOfEmptyDatabase } from '#tests/support/prepared-folders.ts'
import { removeDirectory } from '#tests/support/product.ts'
import { test as base, expect, signIn, violations } from './fixtures.ts'

const test = base.extend<
  { deployed: Deployments; device: Phone; website: BrowserContext },
  { deployments: Deployments; firstBuild: string }
>({
  deployments: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what a fixture needs.
    async ({}, use) => {
      const deployments = await openDeployments(copyOfEmptyDatabase())
      await use(deployments)
      await deployments.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  /** The profile of a browser in which the worker of the first build is installed. */
  firstBuild: [
    async ({ deployments }, use) => {
      deployments.deployFirst()
      const profile = await createInstalledProfile(deployments.origin)
      await use(profile)
      removeDirectory(profile)
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  /** Deploys the first build. */
  deployed: async ({ deployments }, use) => {
    deployments.deployFirst()
    await use(deployments)
    await deployments.network.set('pass')
  },
  /** Opens a phone on which the first build is installed. */
  device: async ({ deployed, firstBuild }, use) => {
    const phone = await openInstalledPhone(deployed.origin, firstBuild)
    await phone.page.goto('/login')
    await use(phone)
    await phone.close()
    expect(phone.errors, 'errors in the console').toEqual([])
  },
  /** Opens a browser that blocks service workers, so every page comes from the server. */
  website: async ({ browser, deployed }, use) => {
    const context = await browser.newContext({ baseURL: deployed.origin, serviceWorkers: 'block' })
    await use(context)
    await context.close()
  },
})

/** Expects the page to run the first or the newer build. */
async function expectBuild(page: Page, build: 'first' | 'newer') {
  const app = expect.poll(() => addressOfApp(page))
  if (build === 'newer') await app.toMatch(NEWER_FILE)
  else await app.toMatch(/^(?!.*-newer\.)./)
}

/** Returns the address of the app's script, or undefined while the page is loading. */
function addressOfApp(page: Page) {
  const find = () =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .find((name) => /\/assets\/index-[^/]*\.js/.test(name))
  return page.evaluate(find).catch(() => undefined)
}

/** Opens a page whose chunk has not been loaded yet. */
async function openRegistration(page: Page) {
  await page.getByRole('link', { name: 'Get Started' }).click()
  await expect(page.getByRole('heading', { name: 'Create Account' })).toBeVisible()
}

/** Counts how often a page is loaded from now on. */
function countLoads(page: Page) {
  let loads = 0
  page.on('domcontentloaded', () => loads++)
  return () => loads
}

/**
 * Records the build of each page load from now on. Between two versions, the browser loads a blank
 * page. The blank page belongs to no build, so it is not recorded.
 */
function recordBuilds(page: Page) {
  const builds: string[] = []
  page.on('request', (request) => {
    const [script] = request.url().match(/\/assets\/index-.*\.js$/) ?? []
    if (script) builds.push(NEWER_FILE.test(script) ? 'newer' : 'first')
  })
  return builds
}

/** Opens a tab and counts its reloads. */
async function openTab(context: BrowserContext) {
  const page = await context.newPage()
  await page.goto('/login')
  return { page, loads: countLoads(page) }
}

/** Checks for updates, as a tab does when the person returns to it. */
async function checkForUpdates(page: Page) {
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
}

test('a tab of an earlier build still opens its pages after a deployment', async ({
  website,
  deployed,
}) => {
  const { page, loads } = await openTab(website)
  deployed.deployNewer()
  await openRegistration(page)
  await expectBuild(page, 'first')
  expect(loads()).toBe(0)
})

// Slow: only this test replaces one worker by another, and counts the reloads of each tab.
test('an update in one of two tabs reloads both tabs once, and both run the new version', async ({
  device,
  deployed,
}) => {
  const one = device.page
  const other = await device.context.newPage()
  await other.goto('/free-preview')
  deployed.deployNewer()
  await checkForUpdates(one)

  for (const page of [one, other]) {
    await expect(page.getByRole('status').getByText('New version')).toBeVisible()
    await expectBuild(page, 'first')
  }
  expect(await violations(one)).toEqual([])
  const loads = [one, other].map(countLoads)
  await one.getByRole('button', { name: 'Update' }).click()
  for (const page of [one, other]) await expectBuild(page, 'newer')
  // If the update wrongly reloaded a page twice, the second reload would happen during these steps,
  // and `loads` would count it.
  for (const page of [one, other]) {
    await openRegistration(page)
    await expect(page.getByText('New version')).toBeHidden()
  }
  expect(loads.map((count) => count())).toEqual([1, 1])
})

test('if another tab updates while a page is still loading, the page also gets the new version', async ({
  device,
  deployed,
}) => {
  const one = device.page
  deployed.deployNewer()
  await checkForUpdates(one)
  await expect(one.getByText('New version')).toBeVisible()

  const other = await device.context.newPage()
  await other.addInitScript(() => {
    new Image().src = '/icons/app-192.png'
  })
  await deployed.network.set(({ path }) => (path.endsWith('app-192.png') ? 'hold' : 'pass'))
  await other.goto('/register', { waitUntil: 'commit' })
  await expect(other.getByRole('heading', { name: 'Create Account' })).toBeVisible()
  await expectBuild(other, 'first')
  await one.getByRole('button', { name: 'Update' }).click()
  await expectBuild(one, 'newer')

  await deployed.network.set('pass')
  await expectBuild(other, 'newer')
})

test('an update does not discard text that the person is typing in another tab', async ({
  device,
  deployed,
}) => {
  const one = device.page
  const other = await device.context.newPage()
  await other.goto('/register')
  await other.getByLabel('Full Name').fill('Ana Prieto')
  deployed.deployNewer()
  await checkForUpdates(one)
  await other.getByRole('button', { name: 'Later' }).click()
  await expect(other.getByText('New version')).toBeHidden()

  await one.getByRole('button', { name: 'Update' }).click()
  await expectBuild(one, 'newer')
  await expect(other.getByText('New version')).toBeVisible()
  await expect(other.getByLabel('Full Name')).toHaveValue('Ana Prieto')
  await other.getByRole('button', { name: 'Update' }).click()
  await expectBuild(other, 'newer')
})

for (const [how, close] of Object.entries({
  'closing its last tab': async (phone: Phone) => {
    const blank = await phone.context.newPage()
    await phone.page.close()
    await phone.untilNoPageIsServed()
    return blank
  },
  'ending the browser': async (phone: Phone) => {
    await phone.restart()
    return phone.page
  },
  'killing the browser': async (phone: Phone) => {
    await phone.kill()
    return phone.page
  },
})) {
  test(`a postponed update starts after ${how}`, async ({ device, deployed }) => {
    deployed.deployNewer()
    await checkForUpdates(device.page)
    await device.page.getByRole('button', { name: 'Later' }).click()
    await expect(device.page.getByText('New version')).toBeHidden()
    await device.page.reload()
    await expectBuild(device.page, 'first')
    await expect(device.page.getByText('New version')).toBeVisible()

    const page = await close(device)
    const starts = recordBuilds(page)
    await page.goto(`${deployed.origin}/login`)
    await expectBuild(page, 'newer')
    await openRegistration(page)
    await expect(page.getByText('New version')).toBeHidden()
    expect(starts).toEqual(['newer'])
  })
}

test('the first visit does not reload the page, and does not say that the app is ready to work offline', async ({
  deployed,
}) => {
  const phone = await openPhone(deployed.origin)
  const loads = countLoads(phone.page)
  await phone.page.goto('/login')
  await phone.untilWorkerServes()
  await expect(phone.page.getByText('Ready to work offline')).toHaveCount(0)
  expect(loads()).toBe(1)
  await phone.close()
})

test('if the server no longer has the code of a page, the app reloads once and opens the page in the newer build', async ({
  website,
  deployed,
}) => {
  const { page, loads } = await openTab(website)
  deployed.deployNewer()
  deployed.forgetEarlier()
  await openRegistration(page)
  await expectBuild(page, 'newer')
  expect(loads()).toBe(1)
})

for (const [what, file] of Object.entries({
  code: /register-.*\.js$/,
  style: /veranda-page-.*\.css$/,
})) {
  test(`a page whose ${what} fails to load reloads once, and then shows an error and Try Again`, async ({
    website,
    deployed,
  }) => {
    // Fail from the start. Otherwise, the service worker could cache the file before the click.
    await deployed.network.set(({ path }) => (file.test(path) ? 'error500' : 'pass'))
    const page = await website.newPage()
    await page.goto('/free-preview')
    const loads = countLoads(page)
    await page.getByRole('link', { name: 'Get Started' }).click()
    await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
    expect(loads()).toBe(1)

    await deployed.network.set('pass')
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByRole('heading', { name: 'Create Account' })).toBeVisible()
    await expect(page.locator('form')).toHaveCSS('display', 'grid')
    expect(loads()).toBe(2)
  })
}

test('if the code of a page fails to load offline, the page loads when the network returns', async ({
  website,
  deployed,
}) => {
  const { page, loads } = await openTab(website)
  await deployed.network.set('refuse')
  await page.getByRole('link', { name: 'Get Started' }).click()
  await expect(page.getByRole('heading', { name: "Can't reach Engawa" })).toBeVisible()
  await deployed.network.set('pass')
  await expect(page.getByRole('heading', { name: 'Create Account' })).toBeVisible()
  // Chromium remembers a failed import, so the page may have to reload once.
  expect(loads()).toBeLessThanOrEqual(1)
})

test('after a failure without a network, the account menu and the gallery load when the network returns', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ baseURL: server.origin, serviceWorkers: 'block' })
  const page = await context.newPage()
  // Hovering prefetches a page, so move the pointer away.
  const movePointerAway = () => page.mouse.move(0, 0)
  await signIn(page, await server.addSubscriber())
  await movePointerAway()
  await expect(page.getByText('Showing 1-20 of 330 results')).toBeVisible()

  for (const [open, opened] of [
    [page.getByRole('button', { name: /^Account menu/ }), page.getByRole('menu')],
    [page.getByRole('article').getByRole('heading').first(), page.getByRole('dialog')],
  ] as const) {
    await server.network.set('refuse')
    await open.click()
    await expect(page.getByRole('alert').getByText('Check your connection')).toBeVisible()
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByRole('alert').getByText('Check your connection')).toBeVisible()
    await movePointerAway()
    await server.network.set('pass')
    await expect(page.getByText('Check your connection')).toBeHidden()
    // Chromium remembers a failed import, so the page may have reloaded. Then the next tap opens the
    // part.
    await expect(async () => {
      if (!(await opened.isVisible())) await open.click({ timeout: 1_000 })
      await expect(opened).toBeVisible({ timeout: 2_000 })
    }).toPass()
    await page.keyboard.press('Escape')
    await expect(opened).toBeHidden()
  }
  await context.close()
})

test('after the filter form failed to load, Try Again reloads the page, and the form opens', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({
    baseURL: server.origin,
    serviceWorkers: 'block',
    viewport: phoneViewport,
  })
  const page = await context.newPage()
  await page.route(/\/filter-form-[^/]+\.js$/, (route) => route.abort())
  await signIn(page, await server.addSubscriber())
  const filters = page.getByRole('button', { name: 'Filters' })
  const loads = countLoads(page)
  await filters.click()
  // The first failure reloads the page, since the server may have a new build.
  await expect.poll(loads).toBe(1)
  await filters.click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await expect(sheet.getByRole('alert')).toContainText('This part of the page could not be loaded')
  await page.unrouteAll()
  await sheet.getByRole('button', { name: 'Try Again' }).click()
  await expect.poll(loads).toBe(2)
  await filters.click()
  await expect(sheet.getByLabel('Prefecture', { exact: true })).toBeVisible()
  await context.close()
})

test('every precached file exists, and the browser always revalidates the service worker', async ({
  request,
}) => {
  const worker = await request.get('/sw.js')
  expect(worker.headers()['cache-control']).toBe('no-cache')
  const kept = precachedUrls(await worker.text())
  expect(kept).toContain('index.html')
  expect(kept.length).toBeGreaterThan(20)
  for (const url of kept) {
    const answer = await request.get(`/${url}`, { maxRedirects: 0 })
    expect({ url, status: answer.status() }).toEqual({ url, status: 200 })
  }
})
