import { screen, waitFor, within } from '@testing-library/react'
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

test('a visitor reads how many houses subscribers can see, how many of these have photos, and how many have a phone number', async () => {
  await server.addListing(house)
  await server.addListing({ prefecture: 'ehime', contactNumber: '0894-62-1111' })
  await server.addListing({ prefecture: 'ehime', withdrawnAt: new Date() })
  openApp('/free-preview')
  await screen.findByText(
    /A subscription opens all 2 houses in 2 prefectures: 1 with photos, 1 with a phone number\.$/,
  )
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
  await screen.findByText('about $20,000')
  expect(screen.getByText('¥160 to $1, set by the operator').parentElement?.textContent).toBe(
    'Prices marked “about” are converted at ¥160 to $1, set by the operator.',
  )
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

test('the free preview has its own title, whichever page was open before', async () => {
  const { person } = openApp('/login')
  await waitFor(() => expect(document.title).toBe('Welcome Back · Engawa'))
  await person.click(await screen.findByRole('link', { name: 'See some houses for free' }))
  await waitFor(() => expect(document.title).toBe('Free Preview · Engawa'))
})

test('a free preview without houses says that there are none', async () => {
  openApp('/free-preview')
  await screen.findByText('No listings found')
  screen.getByText(/^There are no free listings right now\./)
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
