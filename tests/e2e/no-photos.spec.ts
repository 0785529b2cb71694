import { phoneViewport } from '#tests/support/chromium.ts'
import { demoAccount, expect, openSignedIn, test, violations } from './fixtures.ts'

test.use({ viewport: phoneViewport })

test.beforeEach(async ({ page }) => {
  // Every sample house has photos, so change the response. The first house loses its photos. The
  // second house becomes a copy of the first, but with photos.
  await page.route(/\/v1\/listings(\?|$)/, async (route) => {
    const response = await route.fetch()
    const page = await response.json()
    page.results[1] = { ...page.results[0], _id: 'twin' }
    page.results[0] = { ...page.results[0], images: [], photos: [], spot: '40 60' }
    await route.fulfill({ response, json: page })
  })
})

test('the card of a house without photos is at least 30 % shorter, and shows the outline of the prefecture', async ({
  page,
}) => {
  await openSignedIn(page, demoAccount('subscriber'), '/listings')
  const [without, photographed] = [
    page.getByRole('article').first(),
    page.getByRole('article').nth(1),
  ]
  const outline = without.getByRole('img', { name: 'No Image Available' })
  await expect(outline).toBeVisible()
  const drawn = await page.request.get('/outlines.svg')
  expect(drawn.headers()['content-type']).toContain('image/svg+xml')
  const href = await outline.locator('use').getAttribute('href')
  expect(await drawn.text()).toContain(`id="${href?.split('#')[1]}"`)

  const height = (await without.boundingBox())?.height ?? 0
  const usual = (await photographed.boundingBox())?.height ?? 0
  expect(height).toBeGreaterThan(0)
  expect(height).toBeLessThanOrEqual(usual * 0.7)
  expect(await violations(page)).toEqual([])
})

test('beside a card with photos, each line of a card without photos is at the same height', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openSignedIn(page, demoAccount('subscriber'), '/listings')
  const topsOf = async (at: number) => {
    const card = page.getByRole('article').nth(at)
    const lines = [
      card.getByText(/^[¥$]/).first(),
      card.getByRole('heading'),
      card.getByRole('list'),
    ]
    const all = [card, ...lines, card.getByText(/added|listed as of/)]
    return Promise.all(all.map(async (line) => (await line.first().boundingBox())?.y))
  }
  await expect(page.getByRole('img', { name: 'No Image Available' })).toBeVisible()
  expect(await topsOf(0)).toEqual(await topsOf(1))
})

test('the gallery of a house without photos shows where the house is, and leads to its page', async ({
  page,
}) => {
  await openSignedIn(page, demoAccount('subscriber'), '/listings')
  await page.getByRole('article').first().getByRole('heading').getByRole('button').click()
  const gallery = page.getByRole('dialog')
  await expect(gallery.getByText('No Images Available')).toBeVisible()
  await expect(gallery.getByText('This listing does not have any images')).toBeVisible()
  await expect(gallery.getByRole('img', { name: /^Outline of / })).toBeVisible()
  const link = gallery.getByRole('link', { name: 'Open the page of this house' })
  await expect(link).toBeInViewport({ ratio: 1 })
  expect(await violations(page)).toEqual([])
})
