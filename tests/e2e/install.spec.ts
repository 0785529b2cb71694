import { type BrowserContext, chromium, devices, type Page } from '@playwright/test'
import sharp from 'sharp'
import { fullChromiumOptions, phoneViewport } from '#tests/support/chromium.ts'
import { openPhone } from '#tests/support/phone.ts'
import { removeDirectory, temporaryDirectory } from '#tests/support/product.ts'
import { findOverflow } from '#tests/support/screens.ts'
import { demoAccount, expect, openSignedIn, signIn, test, violations } from './fixtures.ts'

interface ManifestImage {
  src: string
  sizes: string
  type: string
}

interface Manifest {
  icons: ManifestImage[]
  screenshots: ManifestImage[]
  shortcuts: { url: string; icons: ManifestImage[] }[]
  share_target: object
  protocol_handlers: object[]
}

async function manifestOf(page: Page) {
  const answer = await page.request.get('/manifest.webmanifest')
  expect(answer.headers()['content-type']).toContain('application/manifest+json')
  return (await answer.json()) as Manifest
}

test('the browser reads the manifest without errors', async ({ page }) => {
  await page.goto('/login')
  await expect(page.locator('link[rel=manifest]')).toHaveCount(1)
  const devtools = await page.context().newCDPSession(page)
  // Chromium reports an empty address until it has processed the link to the manifest.
  const readManifest = () => devtools.send('Page.getAppManifest')
  await expect.poll(async () => (await readManifest()).url).not.toBe('')
  const { url, errors } = await readManifest()
  expect(new URL(url).pathname).toBe('/manifest.webmanifest')
  expect(errors).toEqual([])
  const manifest = await manifestOf(page)
  expect(manifest.shortcuts.map(({ url }) => url)).toEqual([
    '/viewing-plan',
    '/favorites',
    '/listings',
  ])
  expect(manifest.share_target).toMatchObject({ action: '/shared', method: 'GET' })
  expect(manifest.protocol_handlers).toEqual([{ protocol: 'web+engawa', url: '/shared?url=%s' }])
})

test('a web+engawa link opens the house that it names, or a page that says that there is no house to open', async ({
  page,
}) => {
  await page.goto(`/shared?url=${encodeURIComponent('web+engawa:nothing/here')}`)
  await expect(page.getByRole('heading', { name: 'No house to open' })).toBeVisible()
  await page.goto(`/shared?url=${encodeURIComponent('web+engawa:sample-001')}`)
  await expect(page).toHaveURL(/\/listings\?listing=sample-001$/)
  await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible()
})

test('every picture of the manifest exists, with the stated size and type', async ({ page }) => {
  const { icons, screenshots, shortcuts } = await manifestOf(page)
  for (const { src, sizes, type } of [
    ...icons,
    ...screenshots,
    ...shortcuts.flatMap((shortcut) => shortcut.icons),
  ]) {
    const answer = await page.request.get(src)
    expect(answer.status(), src).toBe(200)
    expect(answer.headers()['content-type']?.split(';')[0], src).toBe(type)
    const { width, height, format } = await sharp(await answer.body()).metadata()
    expect(type, src).toContain(format)
    if (sizes !== 'any') expect(`${width}x${height}`, src).toBe(sizes)
  }
})

test('the home-screen icon for iPhones exists', async ({ page }) => {
  await page.goto('/login')
  const link = page.locator('link[rel=apple-touch-icon]')
  const answer = await page.request.get((await link.getAttribute('href')) ?? '')
  const { width, height, hasAlpha } = await sharp(await answer.body()).metadata()
  expect({ width, height, hasAlpha }).toEqual({ width: 180, height: 180, hasAlpha: false })
})

test('the browser finds no obstacle to installing the app', async ({ baseURL }) => {
  // Chromium installs apps only in a persistent profile, so open a browser with such a profile.
  const phone = await openPhone(baseURL ?? '')
  await phone.page.goto('/login')
  await phone.untilWorkerServes()
  const devtools = await phone.context.newCDPSession(phone.page)
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  expect(installabilityErrors).toEqual([])
  await phone.close()
})

/**
 * Dispatches the event with which Chromium offers to install the app. The simulated person
 * dismisses the prompt.
 */
const offerInstallation = (page: Page) =>
  page.evaluate(() => {
    const prompt = async () => ({ outcome: 'dismissed' })
    const event = new Event('beforeinstallprompt', { cancelable: true })
    dispatchEvent(Object.assign(event, { prompt }))
  })

const offerOn = (page: Page) => page.getByRole('region', { name: 'Keep your favorites at hand' })

/** Adds the house at `position` to the favorites. */
async function addFavorite(page: Page, position: number) {
  const card = page.getByRole('article').nth(position)
  await card.getByRole('button', { name: 'Add to Favorites' }).click()
}

test.describe('a person who browses houses gets an offer to install the app', () => {
  test.beforeEach(async ({ page }) => {
    await openSignedIn(page, demoAccount('admin'), '/listings')
    await expect(page.getByText(/^Showing \d+-\d+ of/)).toBeVisible()
    await offerInstallation(page)
  })

  test('the offer to install covers neither the tabs nor a favorite, and axe finds no problem', async ({
    page,
    isMobile,
  }) => {
    await addFavorite(page, Number(isMobile))
    const offer = offerOn(page)
    await expect(offer).toBeInViewport({ ratio: 1 })
    if (isMobile) expect(await overlaps(page, 'nav[aria-label=Main]')).toBe(false)
    expect(await violations(page)).toEqual([])

    await page.getByRole('link', { name: 'Favorites' }).click()
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(offer).toBeVisible()
    // The cards appear over several frames, and move the offer.
    await expect.poll(() => overlaps(page, 'article')).toBe(false)
    await offer.scrollIntoViewIfNeeded()
    expect(await overlaps(page, 'article')).toBe(false)
    if (isMobile) expect(await overlaps(page, 'nav[aria-label=Main]')).toBe(false)
  })

  test('a declined offer to install does not return', async ({ page, isMobile }) => {
    await addFavorite(page, 2 + Number(isMobile))
    const notNow = offerOn(page).getByRole('button', { name: 'Not now' })
    await notNow.focus()
    await page.keyboard.press('Enter')
    await expect(offerOn(page)).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

    await page.reload()
    await offerInstallation(page)
    await addFavorite(page, 4 + Number(isMobile))
    // Wait for the code of the install offer. Otherwise, the offer could be missing only because
    // its code has not loaded.
    const asked = () => performance.getEntriesByType('resource').map(({ name }) => name)
    await expect.poll(() => page.evaluate(asked)).toContainEqual(expect.stringMatching(/\/offer-/))
    await expect(offerOn(page)).toHaveCount(0)
  })

  test('a link shared from another app opens its house', async ({ page, baseURL }) => {
    const id = (await page.getByRole('article').nth(6).getAttribute('id'))?.replace('listing-', '')
    const text = `Look: ${baseURL}/listings?listing=${id}.`
    await page.goto(`/shared?${new URLSearchParams({ title: 'A house', text })}`)
    await expect(page).toHaveURL(`/listings?listing=${id}`)
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(page.locator(`#listing-${id}`)).toBeVisible()
  })

  test('on an iPhone the steps to install are illustrated, and axe finds no problem', async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ ...devices['iPhone 14'], baseURL })
    const page = await context.newPage()
    await signIn(page, demoAccount('admin'))
    await expect(page.getByText(/^Showing \d+-\d+ of/)).toBeVisible()
    const heart = page
      .getByRole('article')
      .nth(8)
      .getByRole('button', { name: /Favorite/ })
    if ((await heart.getAttribute('aria-pressed')) === 'true') await heart.click()
    await heart.click()
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    expect(await page.evaluate(findOverflow), 'the offer at 200 % text').toEqual([])
    await page.getByRole('button', { name: 'Show me how' }).click()
    const steps = page.getByRole('dialog', { name: 'Add Engawa to your home screen' })
    await expect(steps).toBeVisible()
    const hidden = () => steps.evaluate((sheet) => sheet.scrollWidth - sheet.clientWidth)
    expect(await hidden(), 'pixels of the steps that are cut off at 200 % text').toBe(0)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = ''
    })
    await expect(steps).toBeInViewport({ ratio: 1 })
    expect(await violations(page)).toEqual([])
    await context.close()
  })
})

/** Returns whether the offer to install covers an element that matches `selector`. */
function overlaps(page: Page, selector: string) {
  return offerOn(page).evaluate((offer, selector) => {
    const { top, bottom, left, right } = offer.getBoundingClientRect()
    return [...document.querySelectorAll(selector)].some((element) => {
      const box = element.getBoundingClientRect()
      return box.top < bottom && box.bottom > top && box.left < right && box.right > left
    })
  }, selector)
}

test.describe('offline, the app opens content shared from other apps', () => {
  test('offline, the app opens content that another app shares, and says if the content has no link to a house', async ({
    baseURL,
  }) => {
    const phone = await openPhone(baseURL ?? '')
    await phone.page.goto('/login')
    await phone.untilWorkerServes()
    await phone.setOffline(true)
    await phone.page.goto(`/shared?${new URLSearchParams({ url: 'https://elsewhere.example' })}`)
    await expect(phone.page.getByRole('heading', { name: 'No house to open' })).toBeVisible()
    expect(await violations(phone.page)).toEqual([])
    await phone.close()
  })
})

test('no field makes an iPhone zoom in', async ({ page }) => {
  const small = () =>
    page
      .locator('input, select, textarea')
      .evaluateAll((fields) =>
        fields
          .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
          .map((field) => field.outerHTML),
      )
  await page.goto('/register')
  await expect(page.getByLabel('Full Name')).toBeVisible()
  expect(await small()).toEqual([])
  await signIn(page, demoAccount('subscriber'))
  await page.getByRole('button', { name: 'Filters' }).click()
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible()
  expect(await small()).toEqual([])
})

test.describe('the installed app opens in its own window', () => {
  let profile: string
  let app: BrowserContext
  let window: Page

  test.beforeEach(async ({ baseURL }) => {
    profile = temporaryDirectory()
    app = await chromium.launchPersistentContext(profile, {
      ...fullChromiumOptions,
      args: [...(fullChromiumOptions.args ?? []), `--app=${baseURL}/favorites`],
      viewport: phoneViewport,
      // While Chromium emulates a phone, it opens every page in a tab. An installed app needs its
      // own window.
      isMobile: false,
      serviceWorkers: 'allow',
      baseURL,
    })
    window = app.pages()[0] ?? (await app.waitForEvent('page'))
    await window.goto('/favorites')
  })

  test.afterEach(async () => {
    await app.close()
    removeDirectory(profile)
  })

  test('the installed app opens with the login, and shows the favorites after the person has signed in', async () => {
    await expect(window.getByText('“Save for offline”')).toBeVisible()
    expect(await violations(window)).toEqual([])
    await signIn(window, demoAccount('subscriber'))
    await expect(window.getByRole('heading', { name: 'My Favorites', exact: true })).toBeVisible()
  })

  test('the installed app has a Back button, and pulling the page down does not reload the app', async () => {
    await signIn(window, demoAccount('subscriber'))
    await expect(window.getByRole('heading', { name: 'My Favorites', exact: true })).toBeVisible()
    const back = window.getByRole('button', { name: 'Back' })
    await expect(back).toHaveCount(0)
    await expect(window.locator('html')).toHaveCSS('overscroll-behavior-y', 'none')

    await window.getByRole('button', { name: /^Account menu/ }).click()
    await window.getByRole('menuitem', { name: 'Subscription' }).click()
    await expect(window.getByRole('heading', { name: 'Manage Subscription' })).toBeVisible()
    expect(await violations(window)).toEqual([])
    await back.click()
    await expect(window.getByRole('heading', { name: 'My Favorites', exact: true })).toBeVisible()
  })
})
