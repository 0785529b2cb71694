import type { Page } from '@playwright/test'
import { demoAccount, expect, openSignedIn, test, violations } from './fixtures.ts'

test.beforeEach(async ({ page }) => {
  await openSignedIn(page, demoAccount('subscriber'), '/listings')
  await expect(page.getByText(/^Showing \d+-\d+ of/)).toBeVisible()
})

/**
 * All tests share an account. Each test uses a different house for each screen size, so that tests
 * do not change each other's favorites.
 */
async function houseAt(page: Page, position: number, isMobile: boolean) {
  const card = page.getByRole('article').nth(2 * position + Number(isMobile))
  return (await card.getAttribute('id')) ?? ''
}

const cardOf = (page: Page, house: string) => page.locator(`#${house}`)
const heartOf = (page: Page, house: string) =>
  cardOf(page, house).getByRole('button', { name: /^(Add to Favorites|Favorited)$/ })

async function favoritesOnServer(page: Page) {
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const answer = await page.request.get('/v1/favorites', {
    headers: { authorization: `Bearer ${token}` },
  })
  const { favorites } = await answer.json()
  return favorites.map((id: string) => `listing-${id}`)
}

test('the heart adds a house to the favorites, and Remove on the favorites page removes the house and clears the heart', async ({
  page,
  isMobile,
}) => {
  const house = await houseAt(page, 0, isMobile)
  const heart = heartOf(page, house)
  await heart.click()
  await expect(heart).toHaveAccessibleName('Favorited')
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => favoritesOnServer(page)).toContain(house)

  await page.reload()
  await expect(heart).toHaveAccessibleName('Favorited')
  await page.getByRole('link', { name: 'Favorites' }).click()
  await expect(page.getByRole('heading', { name: 'My Favorites' })).toBeVisible()
  await expect(page).toHaveTitle(/My Favorites/)

  await cardOf(page, house).getByRole('button', { name: 'Remove' }).click()
  await expect(cardOf(page, house)).toHaveCount(0)
  await page.getByRole('link', { name: 'All Listings' }).click()
  await expect(heart).toHaveAccessibleName('Add to Favorites')
})

test('the heart is easy to reach with the thumb, and does not open the gallery', async ({
  page,
  isMobile,
}) => {
  const house = await houseAt(page, 1, isMobile)
  const heart = heartOf(page, house)
  const box = await heart.boundingBox()
  expect(box?.width).toBeGreaterThanOrEqual(44)
  expect(box?.height).toBeGreaterThanOrEqual(44)
  await heart.click()
  await expect(heart).toHaveAccessibleName('Favorited')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.goto('/favorites')
  await cardOf(page, house).getByRole('heading').getByRole('button').click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('a changed favorite shows immediately in two tabs, and is sent in only one request', async ({
  page,
  context,
  isMobile,
}) => {
  const house = await houseAt(page, 3, isMobile)
  const other = await context.newPage()
  await other.goto('/listings')
  await expect(heartOf(other, house)).toHaveAccessibleName('Add to Favorites')

  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const sent: string[] = []
  await context.route('**/v1/favorites', async (route) => {
    if (route.request().method() === 'POST') {
      sent.push(route.request().url())
      await held
    }
    await route.continue()
  })
  await heartOf(page, house).click()
  await expect(heartOf(other, house)).toHaveAccessibleName('Favorited')
  release()
  for (const tab of [page, other]) {
    await expect(cardOf(tab, house).getByText('will sync')).toHaveCount(0)
    await expect(heartOf(tab, house)).toHaveAccessibleName('Favorited')
  }
  expect(sent).toHaveLength(1)
})

test('axe finds no accessibility problem on the favorites page', { tag: '@both-windows' }, async ({
  page,
  isMobile,
}) => {
  const house = await houseAt(page, 4, isMobile)
  await heartOf(page, house).click()
  expect(await violations(page)).toEqual([])

  await page.goto('/favorites')
  await expect(cardOf(page, house)).toBeVisible()
  expect(await violations(page)).toEqual([])
})
