import { eq } from 'drizzle-orm'
import { listings } from '#server/db/schema.ts'
import { bumpRevision, everyListing } from '#server/listings/catalogue.ts'
import { VIEWED_HOUSES } from '#tests/support/photographed-houses.ts'
import { expect, openSignedIn, test, violations } from './fixtures.ts'

test.use({ expectedErrors: [/^Failed to load resource|ERR_INTERNET_DISCONNECTED/] })

test('a subscriber who uses euros and tsubo filters by a price of 300万 yen, and reads the house offline', async ({
  phone,
  server,
}) => {
  // Change the last house, because other tests on this server read the prices of the first ones.
  const cheap = VIEWED_HOUSES.at(-1) ?? ''
  await server.withDatabase((db) =>
    db.transaction(async (tx) => {
      const facts = { priceYen: 2_900_000, priceCents: 1_933_333, buildingArea: 98.5 }
      await tx.update(listings).set(facts).where(eq(listings.id, cheap))
      await bumpRevision(tx, everyListing)
    }),
  )
  const { page } = phone
  await openSignedIn(page, await server.addSubscriber(), '/account')
  await page.getByLabel('Currency', { exact: true }).selectOption('EUR')
  await expect(page.getByText('Currency and units saved')).toBeVisible()
  await expect(page.getByText('¥174 to €1 on Sep 30, 2025')).toBeVisible()
  await page.getByLabel('Areas').selectOption('tsubo')
  await expect(page.getByText('Currency and units saved')).toBeVisible()
  expect(await violations(page)).toEqual([])

  await page.goto('/listings')
  await page.getByRole('button', { name: /^Filters/ }).click()
  const filters = page.getByRole('form', { name: 'Filters' })
  await expect(filters.getByText('Price (€)')).toBeVisible()
  await expect(filters.getByText('Building area (tsubo)')).toBeVisible()
  await filters.getByLabel('Max price').fill('300万')
  await filters.getByLabel('Max building area').fill('30')
  await filters.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText('Showing 1-1 of 1 results')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove filter: Up to ¥3,000,000' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Building of up to 30 tsubo' })).toBeVisible()
  expect(new URL(page.url()).searchParams.get('areaMax')).toBe('99.17')
  const house = page.getByRole('main').getByRole('article')
  for (const fact of ['¥2.9M', 'about €16,700', '29.8 tsubo']) {
    await expect(house).toContainText(fact)
  }

  await house.getByRole('heading').getByRole('button').click()
  await page.getByRole('link', { name: 'Open the page of this house' }).click()
  const opened = page.getByRole('article')
  await opened.getByText('about €16,700', { exact: true }).click()
  await expect(opened.getByText('¥174 to €1 on Sep 30, 2025 (fixed, rounded rates)')).toBeVisible()
  await opened.getByRole('heading', { name: 'What it costs to buy' }).click()
  await opened.getByLabel('Land, in yen').fill('250万')
  // The tax is 1.5 % of the land's value of 2,500,000 yen.
  const registration = opened.getByText('Registration of the land').locator('..')
  await expect(registration).toContainText('¥37,500')
  expect(await violations(page)).toEqual([])

  await phone.setOffline(true)
  await page.reload()
  await expect(opened.getByText('about €16,700', { exact: true })).toBeVisible()
  await expect(opened.getByText('29.8 tsubo')).toBeVisible()
  await opened.getByRole('heading', { name: 'What it costs to buy' }).click()
  await expect(opened.getByLabel('Land, in yen')).toHaveValue('2,500,000')
  await expect(registration).toContainText('¥37,500')
})
