import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fixedRates } from '#server/rates/fixed-rates.ts'
import { connect, openApp } from '#tests/support/app.tsx'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let network: ReturnType<typeof connect>

beforeEach(async () => {
  server = await startServer()
  network = connect(server)
})

const house = { propertyType: 'House', location: 'Ine', prefecture: 'kyoto', photos: [{}] }

test('a visitor sees ten houses and the price of a subscription', async () => {
  for (let number = 0; number < 11; number++) await server.addListing(house)
  openApp('/free-preview')
  expect(await screen.findAllByRole('article')).toHaveLength(10)
  screen.getByRole('heading', { level: 1, name: 'Free Preview' })
  const offer = within(screen.getByRole('region', { name: 'Premium Access' }))
  offer.getByText('11 houses.')
  expect(offer.getByText('$20').parentElement?.textContent).toBe('$20/month')
  for (const benefit of [
    'Access to all listings',
    'High-quality property images',
    'Detailed property information',
    'Cancel anytime',
  ]) {
    offer.getByText(benefit)
  }
  expect(offer.getByRole('link', { name: 'Log In' }).getAttribute('href')).toBe('/login')
  expect(offer.getByRole('link', { name: 'Register' }).getAttribute('href')).toBe('/register')
})

test.each([
  [1, 'Here is 1 listing to look at for free'],
  [3, 'Here are 3 listings to look at for free'],
  [11, 'Here are 10 listings to look at for free'],
])('with %i listings, the free preview says how many listings it shows', async (count, words) => {
  for (let number = 0; number < count; number++) await server.addListing(house)
  openApp('/free-preview')
  await screen.findByText(new RegExp(`^${words}`))
})

const MARCH = { asOf: '2025-03-31' }

test('a visitor reads what the catalogue holds of each benefit: houses and their age, photos, and whom to ask', async () => {
  await server.addListing({ ...house, ...MARCH })
  await server.addListing({ prefecture: 'ehime', contactNumber: '0894-62-1111', ...MARCH })
  await server.addListing({ prefecture: 'ehime', withdrawnAt: new Date() })
  openApp('/free-preview')
  await screen.findByText(/A subscription opens 2 houses, all as listed in March 2025\.$/)
  const offer = within(screen.getByRole('region', { name: 'Premium Access' }))
  const noteOf = (benefit: string) => offer.getByText(benefit).nextElementSibling?.textContent
  expect(noteOf('Access to all listings')).toBe('2 houses, all as listed in March 2025.')
  expect(noteOf('High-quality property images')).toBe('1 of 2 houses has photos.')
  expect(noteOf('Detailed property information')).toBe(
    'Whom to ask: a search for the akiya bank and a letter in Japanese for every house. Also a phone number for 1.',
  )
})

test('if no house has photos, the benefit of photos says so', async () => {
  await server.addListing({ ...house, photos: [] })
  openApp('/free-preview')
  await screen.findByText('No house has photos.')
})

test.each([
  [[MARCH, {}], '2 houses, 1 of them as listed in March 2025.'],
  [[MARCH, { asOf: '2026-06-30' }], '2 houses, all as listed between March 2025 and June 2026.'],
  [[{}, {}], '2 houses.'],
])('with houses of the days %j, the offer says “%s”', async (days, words) => {
  for (const day of days) await server.addListing({ ...house, ...day })
  openApp('/free-preview')
  const offer = within(await screen.findByRole('region', { name: 'Premium Access' }))
  await offer.findByText(words)
})

test('a subscriber is offered no subscription', async () => {
  await server.addListing(house)
  openApp('/free-preview', await server.addSubscriber())
  await screen.findByText('Here is 1 listing to look at for free.')
  screen.getByRole('link', { name: 'View Listings' })
  expect(screen.queryByText(/A subscription opens/)).toBeNull()
})

/** The rows of a card in reading order. */
function rowsOf(card: HTMLElement) {
  const texts = (role: string) =>
    within(card)
      .getAllByRole(role)
      .map(({ textContent }) => textContent)
  const values = texts('definition')
  return Object.fromEntries(texts('term').map((name, row) => [name, values[row]]))
}

test("prices are converted at today's exchange rate, and the page names this rate above the houses", async () => {
  server = await startServer({ rates: { current: () => fixedRates(160, { isSet: true }) } })
  network = connect(server)
  await server.addListing({ ...house, priceYen: 3_200_000, priceCents: 2_133_333 })
  openApp('/free-preview')
  await screen.findAllByText('$20,000.00')
  expect(screen.getByText('¥160 to $1, set by the operator').parentElement?.textContent).toBe(
    'Prices below the seller’s price are converted at ¥160 to $1, set by the operator.',
  )
})

test('the price of a card is in yen first, then in dollars and cents, and a tap shows the date of the exchange rate', async () => {
  await server.addListing({ ...house, priceYen: 21_500_000, priceCents: null })
  const { person } = openApp('/free-preview')
  const card = await screen.findByRole('article')
  expect(rowsOf(card).Price).toBe('¥21,500,000$143,333.33')
  const converted = within(card).getByText('$143,333.33', { selector: 'summary' })
  expect(within(card).queryByText(/Converted at/)).toBeNull()
  await person.click(converted)
  await within(card).findByText('The seller’s price is in yen.')
  const rate = (await within(card).findByText(/^¥150 to \$1/)).parentElement
  expect(rate?.querySelector('time')?.dateTime).toMatch(/^\d{4}-\d{2}-\d{2}$/)
})

test('if no price is converted, the page names no exchange rate', async () => {
  await server.addListing({ ...house, priceYen: null, priceCents: 2_000_000 })
  openApp('/free-preview')
  await screen.findAllByText('$20,000.00')
  expect(screen.queryByText(/converted at/)).toBeNull()
})

test('a card has a row for every known fact', async () => {
  await server.addListing({
    ...house,
    layout: '4LDK',
    buildingArea: 98.54,
    landArea: 230,
    constructionText: 'July 1975',
    structure: 'Wood',
    priceCents: 1_031_499_60,
    transportation: 'JR San-in Line 12 min / Bus 5 min',
  })
  openApp('/free-preview')
  const card = await screen.findByRole('article', { name: 'House in Ine' })
  expect(rowsOf(card)).toEqual({
    'Floor Plan': '4LDK',
    Area: '98.5\u00a0m²',
    'Land Area': '230\u00a0m²',
    'Construction Date': 'July 1975',
    'Building Structure': 'Wood',
    Price: '$1,031,499.60',
    'Property Type': 'House',
    Location: 'Ine',
    Transportation: 'JR San-in Line 12 minBus 5 min',
  })
  within(card).getByText('Bus 5 min')
})

test('a card hides the row for an unknown land area, but shows other unknown facts as “Not stated”', async () => {
  await server.addListing({ ...house, landArea: 0 })
  openApp('/free-preview')
  const rows = rowsOf(await screen.findByRole('article'))
  expect(rows).not.toHaveProperty('Land Area')
  expect(rows).toMatchObject({ 'Floor Plan': 'Not stated', Transportation: 'Not stated' })
})

test('an opened house shows all its photos and an offer to see the other houses', async () => {
  await server.addListing({ ...house, priceCents: 31_499_60, photos: [{}, {}] })
  const { person } = openApp('/free-preview')
  await person.click(await screen.findByRole('button', { name: 'House in Ine' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Ine' }))
  dialog.getByText('1 / 2')
  expect(await dialog.findAllByText('$31,499.60')).not.toHaveLength(0)
  dialog.getByRole('link', { name: 'Register' })
})

test('a visitor changes the currency where the prices stand, and the device keeps the choice', async () => {
  await server.addListing({ ...house, priceYen: 1_500_000 })
  const { person } = openApp('/free-preview')
  const card = await screen.findByRole('article')
  await person.selectOptions(await screen.findByRole('combobox', { name: 'Currency' }), 'AUD')
  await waitFor(() => expect(card.textContent).toMatch(/A\$\d/))
  cleanup()
  openApp('/free-preview')
  await waitFor(() => expect(screen.getByRole('article').textContent).toMatch(/A\$\d/))
})

test('the free preview has its own title, whichever page was open before', async () => {
  const { person } = openApp('/login')
  await waitFor(() => expect(document.title).toBe('Welcome Back · Engawa'))
  await person.click(await screen.findByRole('link', { name: 'See ten houses free' }))
  await waitFor(() => expect(document.title).toBe('Free Preview · Engawa'))
})

test('a free preview without houses says that there are none', async () => {
  openApp('/free-preview')
  await screen.findByText('No listings found')
  screen.getByText(/^There are no free listings right now\./)
  expect(screen.queryByText(/A subscription opens/)).toBeNull()
  expect(screen.queryByText(/Here (is|are)/)).toBeNull()
})

test("when the server fails, the free preview shows the server's message and the button Try Again", async () => {
  await server.addListing(house)
  network.intercept = (path) =>
    path.startsWith('/v1/free-listings')
      ? Response.json({ detail: 'Closed today' }, { status: 400 })
      : undefined
  const { person } = openApp('/free-preview')
  await screen.findByText('Error loading listings')
  screen.getByText('Closed today')
  screen.getByText(/^Up to 10 listings to look at for free/)

  network.reconnect()
  await person.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findByRole('article')
})
