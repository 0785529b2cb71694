import { openWithoutScript } from '#tests/support/page-without-script.ts'
import { demoAccount, expect, openSignedIn, test, violations } from './fixtures.ts'

const publicPages = {
  '/login': 'Welcome Back',
  '/register': 'Create Account',
  '/forgot-password': 'Forgot Password',
  '/buying': 'Can a foreigner buy it?',
  '/free-preview': 'Free Preview',
  '/no/such/page': 'Oops! Page not found',
}

for (const [path, words] of Object.entries(publicPages)) {
  test(`axe finds no accessibility problem at ${path}`, { tag: '@both-windows' }, async ({
    page,
  }) => {
    await page.goto(path)
    await expect(page.getByText(words).first()).toBeVisible()
    expect(await violations(page)).toEqual([])
  })
}

test('axe finds no accessibility problem on the signed-in pages', { tag: '@both-windows' }, async ({
  page,
}) => {
  await openSignedIn(page, demoAccount('subscriber'), '/listings')
  await expect(page.getByText(/^Showing \d+-\d+ of/)).toBeVisible()
  expect(await violations(page)).toEqual([])

  await page.getByRole('article').first().getByRole('button').first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await violations(page)).toEqual([])

  await page.goto('/subscription/manage')
  await expect(page.getByText('Subscription Details')).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('axe finds no accessibility problem on the page for people without a subscription', {
  tag: '@both-windows',
}, async ({ page }) => {
  await openSignedIn(page, demoAccount('member'), '/listings')
  await expect(page.getByText('Premium Subscription Required')).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('a page that is shorter than the window does not scroll', { tag: '@both-windows' }, async ({
  page,
}) => {
  await page.goto('/no/such/page')
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
  const scrolls = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
  expect(await scrolls()).toBe(0)
})

test.describe('the free preview works without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('without JavaScript, the free preview shows its houses, and its links to other pages work', async ({
    page,
  }) => {
    await page.goto('/free-preview')
    await expect(page.getByRole('article')).toHaveCount(10)
    await page.getByRole('link', { name: 'Log In' }).click()
    await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeDisabled()
  })
})

test.describe('the app hydrates pages that the server has rendered', () => {
  // When the server has rendered the page of an unknown house, the app requests the house again.
  // The browser logs the 404.
  test.use({ expectedErrors: [/status of 404/] })

  for (const [path, words, tag] of [
    ['/free-preview', 'Free Preview', '@both-windows'],
    ['/free-preview?utm_source=mail#houses', 'Free Preview'],
    ['/listings?listing=sample-001', ' in ', '@both-windows'],
    ['/listings?fbclid=a%2Fb&listing=sample-001', ' in '],
    ['/listings?listing=nowhere', 'House not found', '@both-windows'],
    ['/buying', 'Can a foreigner buy it?', '@both-windows'],
    ['/login', 'Welcome Back', '@both-windows'],
    ['/register?ref=a&ref=b', 'Create Account', '@both-windows'],
  ] as const) {
    test(`the app takes over the server-rendered page at ${path} without a visible change`, {
      tag: tag ?? [],
    }, async ({ page }) => {
      const start = await openWithoutScript(page, path)
      const heading = page.getByRole('heading', { level: 1 })
      await expect(heading).toContainText(words)
      const title = await page.title()
      expect(title).toContain(words)
      await heading.evaluate((element) => {
        element.dataset.drawnBy = 'server'
        new PerformanceObserver((list) => {
          element.dataset.moved = JSON.stringify(list.getEntries())
        }).observe({ type: 'layout-shift', buffered: true })
      })
      start()
      // `window.onclick` records taps for a replay, until the app has hydrated the page.
      await page.waitForFunction(() => window.onclick === null)
      await expect(heading).toHaveAttribute('data-drawn-by', 'server')
      await expect(heading).not.toHaveAttribute('data-moved')
      expect(await page.title()).toBe(title)
      expect(page.url()).not.toMatch(/utm_source|fbclid|ref=/)
    })
  }

  test('a visitor who scrolls before the app has started keeps the scroll position', async ({
    page,
  }) => {
    const start = await openWithoutScript(page, '/free-preview')
    await page.evaluate(() => window.scrollTo(0, 600))
    // The app refetches the houses after it has hydrated and rendered the page.
    const refetched = page.waitForResponse(/\/v1\/free-listings/)
    start()
    await refetched
    expect(await page.evaluate(() => window.scrollY)).toBe(600)
  })

  test('a visitor who reloads a house keeps the scroll position', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 600 })
    await page.goto('/listings?listing=sample-001')
    await page.waitForFunction(() => window.onclick === null)
    await page.evaluate(() => window.scrollTo(0, 400))
    const refetched = page.waitForResponse(/\/v1\/shared-listings\/sample-001/)
    await page.reload()
    await refetched
    await expect.poll(() => page.evaluate(() => window.onclick)).toBeNull()
    expect(await page.evaluate(() => window.scrollY)).toBe(400)
  })

  test('if a visitor opens a page by a link and reloads it, the app hydrates the page', async ({
    page,
  }) => {
    await page.goto('/login')
    await page.waitForFunction(() => window.onclick === null)
    await page.getByRole('link', { name: 'Get Started' }).click()
    await page.waitForURL('/register')
    await page.reload()
    await page.waitForFunction(() => window.onclick === null)
    // Without hydration, the app would replace the server's markup.
    await expect(page.locator('#drawn')).toBeVisible()
  })
})

test('the free preview shows ten houses to everyone, with their details in a dialog', async ({
  page,
}) => {
  await page.goto('/free-preview')
  await expect(page.getByRole('article')).toHaveCount(10)
  await page.getByRole('article').first().getByRole('button').first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
})
