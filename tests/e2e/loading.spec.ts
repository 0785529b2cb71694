import type { Page } from '@playwright/test'
import { browserUrl, listen, stopListening } from '#server/http/listen.ts'
import { holdResponses, openWithoutScript } from '#tests/support/page-without-script.ts'
import { PHOTOS_PER_SAVED_HOUSE } from '#tests/support/photographed-houses.ts'
import { demoAccount, expect, signIn, test } from './fixtures.ts'

test('errors have stack traces after the app has started', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled()
  expect(await page.evaluate(() => new Error('any').stack)).toContain(' at ')
})

test.describe('the HTML of a page can arrive in parts', () => {
  // Without JavaScript, the page can only show what its HTML contains.
  test.use({ javaScriptEnabled: false, expectedErrors: [/status of 404/] })

  test('a page is painted only after it has arrived completely', async ({ page, request }) => {
    const html = await (await request.get('/login')).text()
    const half = html.indexOf('</h1>')
    const server = await listen(
      ({ url }, response) => {
        if (url !== '/login') return response.writeHead(404).end()
        response.writeHead(200, { 'content-type': 'text/html' }).write(html.slice(0, half))
        setTimeout(() => response.end(html.slice(half)), 1000)
      },
      { host: '127.0.0.1', port: 0 },
    )
    try {
      await page.goto(`${browserUrl(server)}/login`)
      const findPaint = () =>
        page.evaluate(
          () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
        )
      await expect.poll(findPaint).toBeGreaterThan(0)
      expect(await findPaint()).toBeGreaterThan(1000)
    } finally {
      await stopListening(server)
    }
  })
})

test('a page that loads in a background tab can be used as soon as the person switches to it', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { get: () => true })
    window.requestAnimationFrame = () => 0
  })
  await page.goto('/free-preview')
  await expect.poll(() => page.evaluate(() => window.onclick)).toBeNull()
})

test.describe('a page works if its banner about saved data fails to load', () => {
  test.use({ expectedErrors: [/net::ERR_FAILED/] })

  test('if the script of the banner for saved data does not load, the server-rendered content stays', async ({
    page,
  }) => {
    await page.route('**/assets/saved-data-banner-*.js', (route) => route.abort())
    const start = await openWithoutScript(page, '/login')
    const place = page.getByRole('banner').locator('[aria-live]')
    await place.evaluate((element) => {
      element.dataset.drawnBy = 'server'
    })
    start()
    await page.waitForEvent('requestfailed')
    await page.waitForLoadState('networkidle')
    await expect(place).toHaveAttribute('data-drawn-by', 'server')
  })
})

test.describe('a person with a session can open the app without a service worker', () => {
  test('the server-rendered page for visitors is not shown to a person with a session', async ({
    page,
  }) => {
    await signIn(page, demoAccount('subscriber'))
    await expect(page.getByText(/^Showing \d+-\d+ of/)).toBeVisible()
    const start = await openWithoutScript(page, '/listings?listing=sample-001')
    const offer = page.getByText('See the rest of this house')
    await expect(offer).toBeAttached()
    await expect(offer).toBeHidden()
    await expect(page.getByRole('link', { name: 'Engawa' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Get Started' })).toHaveCount(0)
    start()
    await expect(page.getByText('Showing specific listing.')).toBeVisible()
    await expect(offer).not.toBeAttached()
  })

  test("the listings are requested before the app's script has loaded, and only once", async ({
    page,
  }) => {
    await signIn(page, demoAccount('subscriber'))
    await expect(page.getByText(/^Showing \d+-\d+ of/)).toBeVisible()
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const early = ['/v1/auth/me', '/v1/listings', '/v1/favorites']
    const start = await openWithoutScript(page, '/listings')
    await expect.poll(() => asked).toEqual(expect.arrayContaining(early))
    start()
    await expect(page.getByRole('article').first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(asked.filter((path) => early.includes(path)).toSorted()).toEqual(early.toSorted())
  })
})

test('a browser finds the icon that the page links, and the default icon of other pages', async ({
  page,
}) => {
  await page.goto('/free-preview')
  const linked = await page
    .locator('link[rel=icon]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  expect(linked).toEqual(['/favicon.ico', '/favicon.svg'])
  for (const path of linked) {
    const icon = await page.request.get(path)
    expect(icon.status()).toBe(200)
    expect(icon.headers()['content-type']).toMatch(/^image\//)
  }
})

test.describe('local storage can contain the token of another site', () => {
  // The app sends the invalid token once, and the browser logs the 401.
  test.use({ expectedErrors: [/status of 401/] })

  test('a token left by another site does not hide the server-rendered page for visitors', async ({
    page,
  }) => {
    await page.addInitScript(() => localStorage.setItem('token', 'of.another.site'))
    await page.goto('/free-preview')
    await page.waitForFunction(() => window.onclick === null)
    await expect(page.getByRole('article').first()).toBeVisible()
  })
})

test.describe("the first picture has priority over the app's other files", () => {
  // With a fake clock, a slow machine cannot make the script's timeout fire early.
  test.beforeEach(({ page }) => page.clock.install())

  test("the app's script does not compete with the first picture for bandwidth", async ({
    page,
  }) => {
    const { arrived, releasePicture } = await openWithoutPictures(page)
    await page.clock.runFor(500)
    releasePicture()
    await untilScriptLoaded(page, arrived)
    expect(arrived[0]).toBe('picture')
  })

  test("the app's script waits for the first picture, but only for a limited time", async ({
    page,
  }) => {
    const { arrived } = await openWithoutPictures(page)
    await untilScriptLoaded(page, arrived)
    expect(arrived).toEqual(['script'])
  })

  async function openWithoutPictures(page: Page) {
    const arrived: string[] = []
    const releasePicture = await holdResponses(page, '**/images/**')
    page.on('requestfinished', (request) => {
      if (request.url().includes('/images/')) arrived.push('picture')
      if (/\/assets\/index-.*\.js$/.test(request.url())) arrived.push('script')
    })
    await page.goto('/free-preview', { waitUntil: 'commit' })
    await expect(page.getByRole('article')).toHaveCount(10)
    return { arrived, releasePicture }
  }

  async function untilScriptLoaded(page: Page, arrived: string[]) {
    await expect
      .poll(async () => {
        await page.clock.runFor(100)
        return arrived
      })
      .toContain('script')
  }
})

test('a button pressed before the script has loaded still works', async ({ page }) => {
  const start = await openWithoutScript(page)
  await page.getByRole('article').first().getByRole('button').first().click()
  start()
  await expect(page.getByRole('dialog')).toBeVisible()
})

for (const path of ['/free-preview', '/listings?listing=sample-001']) {
  test(`the page ${path} is at most fifteen kilobytes`, async ({ request }) => {
    const answer = await request.get(path, { headers: { 'accept-encoding': 'br' } })
    expect(Number(answer.headers()['content-length'])).toBeLessThan(15_000)
  })
}

test.describe('the free preview loads fast even if its houses have many photos and long texts', () => {
  test('the free preview is at most fourteen kilobytes even if its houses have many photos and long texts', async ({
    request,
    server,
  }) => {
    const open = () =>
      request.get(`${server.origin}/free-preview`, { headers: { 'accept-encoding': 'br' } })
    // Another process changes the database. The server notices the change after a short delay, so
    // poll.
    const untilAvif = (isThere: boolean) =>
      expect.poll(async () => (await (await open()).text()).includes('f=avif')).toBe(isThere)
    try {
      await server.markAvif(true)
      await untilAvif(true)
      const answer = await open()
      expect(Number(answer.headers()['content-length'])).toBeLessThan(14_000)
    } finally {
      // These AVIF copies do not exist. If they stayed marked as present, the pages of later tests
      // would request them.
      await server.markAvif(false)
      await untilAvif(false)
    }
  })

  test('facts that only the gallery shows are loaded after the cards, and appear in a gallery that is already open', async ({
    page,
    server,
  }) => {
    const releaseRest = await holdResponses(page, '**/v1/free-listings*')
    await page.goto(`${server.origin}/free-preview`)
    await page.getByRole('article').first().getByRole('button').click()
    const gallery = page.getByRole('dialog')
    await expect(gallery.getByText(`1 / ${PHOTOS_PER_SAVED_HOUSE}`)).toBeVisible()
    await expect(gallery.getByRole('button', { name: 'Next photo' })).toBeDisabled()
    await expect(gallery.getByRole('heading', { name: 'Remarks' })).toBeHidden()

    releaseRest()
    await gallery.getByRole('button', { name: `Photo ${PHOTOS_PER_SAVED_HOUSE}` }).click()
    await expect(
      gallery.getByText(`${PHOTOS_PER_SAVED_HOUSE} / ${PHOTOS_PER_SAVED_HOUSE}`),
    ).toBeVisible()
    await expect(gallery.getByRole('heading', { name: 'Remarks' })).toBeVisible()
  })
})

test.describe('the free preview recovers from a server failure', () => {
  test.use({ expectedErrors: [/status of 500/] })

  test('the free preview says that the server failed, and Try Again loads the houses', async ({
    page,
  }) => {
    await page.goto('/login')
    // Wait for hydration. Before hydration, a link would load a new page from the server, with all
    // its data.
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled()
    let fails = true
    await page.route('**/v1/free-listings*', (route) =>
      fails ? route.fulfill({ status: 500, json: { detail: 'Out of order' } }) : route.continue(),
    )
    await page.getByRole('link', { name: 'See ten houses free' }).click()
    await expect(page.getByText('Error loading listings')).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText('Out of order')).toBeVisible()
    // If the server recovered before the click, the houses would load without the button.
    await page.exposeFunction('recover', () => {
      fails = false
    })
    const tryAgain = page.getByRole('button', { name: 'Try Again' })
    await tryAgain.evaluate((button) => {
      const { recover } = window as unknown as { recover: () => Promise<void> }
      button.addEventListener('click', () => void recover(), { capture: true })
    })
    await tryAgain.click()
    await expect(page.getByRole('article')).toHaveCount(10)
  })
})

test('no page requests anything from another server', async ({ page, baseURL }) => {
  const others: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol !== 'data:' && url.protocol !== 'blob:' && url.origin !== baseURL) {
      others.push(request.url())
    }
  })
  await signIn(page, demoAccount('subscriber'))
  await expect(page.getByText(/^Showing \d+-\d+ of/)).toBeVisible()
  expect(others).toEqual([])
})
