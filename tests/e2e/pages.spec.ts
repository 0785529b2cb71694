import { demoAccount, expect, signIn, test, violations } from './fixtures.ts'

const publicPages = {
  '/login': 'Welcome Back',
  '/register': 'Create Account',
  '/forgot-password': 'Forgot Password',
  '/free-preview': 'Free Preview',
  '/no/such/page': 'Oops! Page not found',
}

for (const scheme of ['light', 'dark'] as const) {
  test.describe(`in ${scheme}`, () => {
    test.use({ colorScheme: scheme })

    for (const [path, words] of Object.entries(publicPages)) {
      test(`${path} has no barrier that axe can find`, async ({ page }) => {
        await page.goto(path)
        await expect(page.getByText(words).first()).toBeVisible()
        expect(await violations(page)).toEqual([])
      })
    }

    test('the signed-in pages have no barrier that axe can find', async ({ page }) => {
      await signIn(page, demoAccount('subscriber'))
      await expect(page.getByText(/^Showing \d+-\d+ of/)).toBeVisible()
      expect(await violations(page)).toEqual([])

      await page.getByRole('article').first().getByRole('button').first().click()
      await expect(page.getByRole('dialog')).toBeVisible()
      expect(await violations(page)).toEqual([])

      await page.goto('/subscription/manage')
      await expect(page.getByText('Subscription Details')).toBeVisible()
      expect(await violations(page)).toEqual([])
    })

    test('the page for those without a subscription has no barrier either', async ({ page }) => {
      await signIn(page, demoAccount('member'))
      await expect(page.getByText('Premium Subscription Required')).toBeVisible()
      expect(await violations(page)).toEqual([])
    })
  })
}

test('the free preview shows ten houses to everyone and their details in a dialog', async ({
  page,
}) => {
  await page.goto('/free-preview')
  await expect(page.getByRole('article')).toHaveCount(10)
  await page.getByRole('article').first().getByRole('button').first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test.describe('when the server fails', () => {
  test.use({ expectedErrors: [/status of 500/] })

  test('the free preview says so and tries again when asked', async ({ page }) => {
    let fails = true
    await page.route('**/v1/free-listings*', (route) =>
      fails ? route.fulfill({ status: 500, json: { detail: 'Out of order' } }) : route.continue(),
    )
    await page.goto('/free-preview')
    await expect(page.getByText('Error loading listings')).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText('Out of order')).toBeVisible()
    fails = false
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByRole('article')).toHaveCount(10)
  })
})

test('no page asks anybody but our own server for anything', async ({ page, baseURL }) => {
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
