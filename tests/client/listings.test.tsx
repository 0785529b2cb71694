import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { listings } from '#server/db/schema.ts'
import { bumpRevision, everyListing } from '#server/listings/catalogue.ts'
import { connect, openApp } from '#tests/support/app.tsx'
import { addDefaultPlaces } from '#tests/support/default-places.ts'
import { houseRecord, importInto, TODAY } from '#tests/support/imports.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let network: ReturnType<typeof connect>
let token: string

beforeEach(async () => {
  server = await startServer()
  network = connect(server)
  token = (await server.addSubscriber()).token
})

/** Adds `count` houses in Hyogo, the most expensive first. */
async function addHouses(count: number, listing: Parameters<TestServer['addListing']>[0] = {}) {
  for (let number = 1; number <= count; number++) {
    await server.addListing({
      id: `house-${number}`,
      propertyType: 'House',
      location: `Village ${number}, Hyogo`,
      prefecture: 'hyogo',
      city: 'Toyooka',
      priceCents: number * 1_000_00,
      createdAt: new Date(2026, 0, number),
      ...listing,
    })
  }
}

/** Imports `count` houses of a source for the first time. */
async function importFirst(count: number) {
  const records = Array.from({ length: count }, (_, at) => houseRecord({ _id: `house-${at}` }))
  await importInto(server.services.db, records, { asOf: '2025-03-31' })
}

const search = () => screen.findByText(/^Showing \d+-\d+ of \d+ results$/)
const titles = () =>
  screen.getAllByRole('article').map((card) => card.getAttribute('aria-labelledby'))
const button = (name: string | RegExp) => screen.getByRole('button', { name })

test('the newest listings come first, a page at a time', async () => {
  await addHouses(21)
  const { person, address } = openApp('/listings', { token })
  expect((await search()).textContent).toBe('Showing 1-20 of 21 results')
  expect(titles()[0]).toBe('title-house-21')
  screen.getByText('Page 1 of 2')

  await person.click(screen.getByRole('link', { name: 'Next' }))
  await screen.findByText('Showing 21-21 of 21 results')
  expect(titles()).toEqual(['title-house-1'])
  expect(address()).toBe('/listings?page=2')
  expect(screen.getByRole('link', { name: '2' }).getAttribute('aria-current')).toBe('page')
  expect(screen.getByRole('link', { name: '1' }).getAttribute('aria-current')).toBeNull()
})

test('if no house is new, the order “Newest First” says so, on the first page only', async () => {
  await importFirst(21)
  const { person } = openApp('/listings', { token })
  await search()
  screen.getByText('No new houses: all are as listed in Mar 2025.')
  await person.click(screen.getByRole('link', { name: 'Next' }))
  await screen.findByText('Showing 21-21 of 21 results')
  expect(screen.queryByText(/^No new houses/)).toBeNull()
})

test('in another order than “Newest First”, no line says that no house is new', async () => {
  await importFirst(2)
  const { person } = openApp('/listings', { token })
  await screen.findByText(/^No new houses/)
  await person.selectOptions(screen.getByRole('combobox', { name: 'Sort By' }), 'Oldest First')
  await waitFor(() => expect(screen.queryByText(/^No new houses/)).toBeNull())
})

test('before a cached results page is rendered, the list is marked as loading for screen readers', async () => {
  await addHouses(21)
  const { person } = openApp('/listings', { token })
  await search()
  await person.click(screen.getByRole('link', { name: 'Next' }))
  await screen.findByText('Showing 21-21 of 21 results')

  const wasBusy: (string | null)[] = []
  const changes = new MutationObserver((records) =>
    wasBusy.push(...records.map(({ oldValue }) => oldValue)),
  )
  changes.observe(document, {
    attributeFilter: ['aria-busy'],
    attributeOldValue: true,
    subtree: true,
  })
  await person.click(screen.getByRole('link', { name: 'Prev' }))
  await screen.findByText('Showing 1-20 of 21 results')
  changes.disconnect()
  expect(wasBusy).toEqual(['false', 'true'])
})

test.each([
  ['兵庫', 'hyogo'],
  ['Hyōgo', 'hyogo'],
  ['愛媛県', 'ehime'],
])('a prefecture is found and chosen by the name %s', async (name, prefecture) => {
  const { person, address } = openApp('/listings', { token })
  await screen.findByText('No listings found')
  await person.type(await screen.findByLabelText('Find a prefecture'), name)
  expect(screen.getByLabelText('Prefecture')).toHaveProperty('value', prefecture)
  screen.getByText('Found and chosen')
  await waitFor(() => expect(address()).toBe(`/listings?prefecture=${prefecture}`))
})

test('typing part of a name lists the prefectures that match, and Enter chooses the first', async () => {
  const { person, address } = openApp('/listings', { token })
  await screen.findByText('No listings found')
  const field = await screen.findByLabelText('Find a prefecture')
  await person.type(field, 'fuku')
  screen.getByText('3 prefectures to choose from')
  const options = within(screen.getByLabelText('Prefecture')).getAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'All prefectures',
    'Fukushima',
    'Fukui',
    'Fukuoka',
  ])
  expect(address()).toBe('/listings')
  await person.type(field, '{Enter}')
  await waitFor(() => expect(address()).toBe('/listings?prefecture=fukushima'))
  await person.type(field, 'x')
  screen.getByText('No prefecture has this name')
})

test('the back button restores the previous search', async () => {
  await addHouses(21)
  const { person, address, back } = openApp('/listings?sort=oldest', { token })
  await search()
  await person.click(screen.getByRole('link', { name: 'Last' }))
  await screen.findByText('Showing 21-21 of 21 results')
  await person.selectOptions(screen.getByLabelText('Prefecture'), 'Kyoto')
  await screen.findByText('No listings found')

  back()
  await screen.findByText('Showing 21-21 of 21 results')
  expect(screen.getByLabelText('Prefecture')).toHaveProperty('value', '')
  back()
  await screen.findByText('Showing 1-20 of 21 results')
  expect(address()).toBe('/listings?sort=oldest')
})

test('results that fit on one page have no pagination', async () => {
  await addHouses(2)
  openApp('/listings', { token })
  await search()
  expect(screen.queryByText(/^Page 1 of/)).toBeNull()
})

test('number filters apply when the person searches, and lead to the first page', async () => {
  await addHouses(25)
  const { person, address } = openApp('/listings?page=2', { token })
  await search()
  await person.type(screen.getByLabelText('Min price'), '$23,000')
  expect(address()).toBe('/listings?page=2')

  await person.keyboard('{Enter}')
  await screen.findByText('Showing 1-3 of 3 results')
  expect(address()).toBe('/listings?priceMin=23000')
})

test('choosing a prefecture immediately starts a search, and loads the cities of the prefecture', async () => {
  await addHouses(2, { city: 'Asahi' })
  await server.addListing({ prefecture: 'aichi', city: 'Asahi' })
  await server.addListing({ prefecture: 'aichi', city: 'Toyota' })
  const { person, address } = openApp('/listings?prefecture=hyogo&city=Asahi', { token })
  await screen.findByRole('option', { name: 'Asahi (2)' })
  expect(screen.getByLabelText('City / Ward')).toHaveProperty('value', 'Asahi')

  await person.selectOptions(screen.getByLabelText('Prefecture'), 'Aichi')
  await screen.findByText('Showing 1-2 of 2 results')
  await screen.findByRole('option', { name: 'Toyota (1)' })
  expect(address()).toBe('/listings?prefecture=aichi')
  expect(screen.queryByRole('option', { name: 'Asahi (2)' })).toBeNull()
  expect(screen.getByLabelText('City / Ward')).toHaveProperty('value', '')
})

describe('a prefecture with many cities', () => {
  beforeEach(async () => {
    await addDefaultPlaces(server.services.db, TODAY)
    const cities = ['Imabari', 'Iyo', 'Kamijima', 'Matsuyama', 'Ozu', 'Saijo', 'Seiyo', 'Uwajima']
    for (const city of cities) await server.addListing({ prefecture: 'ehime', city })
  })
  const select = () => screen.getByLabelText('City / Ward')
  const options = () =>
    within(select())
      .getAllByRole('option')
      .map(({ textContent }) => textContent)

  test.each(['seiyo', 'Seiyo-shi', 'SEIYO City', '西予', 'せいよ', 'セイヨ'])(
    'the city field finds a city by the name %s, and chooses it',
    async (name) => {
      const { person } = openApp('/listings?prefecture=ehime', { token })
      await person.type(await screen.findByLabelText('Find a city'), name)
      expect(options()).toEqual(['All cities', 'Seiyo 西予市 (1)'])
      expect(select()).toHaveProperty('value', 'Seiyo')
      screen.getByText('Found and chosen')
    },
  )

  test('typing part of a name lists the cities that match, and Enter chooses the first', async () => {
    const { person, address } = openApp('/listings?prefecture=ehime', { token })
    await person.type(await screen.findByLabelText('Find a city'), 'i')
    expect(options()).toEqual(['All cities', 'Imabari 今治市 (1)', 'Iyo 伊予市 (1)'])
    screen.getByText('2 cities to choose from')
    await person.keyboard('{Enter}')
    expect(select()).toHaveProperty('value', 'Imabari')
    expect(address()).toBe('/listings?prefecture=ehime')
    await person.keyboard('{Enter}')
    await screen.findByText('Showing 1-1 of 1 results')
    expect(address()).toBe('/listings?prefecture=ehime&city=Imabari')
  })

  test('the city field shows a message if no city has the typed name', async () => {
    const { person } = openApp('/listings?prefecture=ehime', { token })
    await person.type(await screen.findByLabelText('Find a city'), 'Kyoto')
    expect(options()).toEqual(['All cities'])
    // After the first letter, K, the only match was Kamijima, so the field chose this city. The
    // next letters must undo the choice.
    expect(select()).toHaveProperty('value', '')
    screen.getByText('No city with houses has this name')
  })

  test('the Japanese city name in an old link is replaced by the English name', async () => {
    const city = encodeURIComponent('西予市')
    const { address } = openApp(`/listings?prefecture=ehime&city=${city}`, { token })
    await screen.findByText('Showing 1-1 of 1 results')
    await waitFor(() => expect(address()).toBe('/listings?prefecture=ehime&city=Seiyo'))
    await waitFor(() => expect(select()).toHaveProperty('value', 'Seiyo'))
  })
})

test('the city field is disabled until a prefecture is chosen, and shows a message if the cities fail to load', async () => {
  await addHouses(1)
  network.intercept = (path) =>
    path.startsWith('/v1/listings/cities')
      ? Response.json({ detail: 'Out of order' }, { status: 400 })
      : undefined
  const { person } = openApp('/listings', { token })
  await search()
  expect(screen.getByLabelText('City / Ward')).toHaveProperty('disabled', true)

  await person.selectOptions(screen.getByLabelText('Prefecture'), 'Hyogo')
  await screen.findByRole('option', { name: 'Cities unavailable' })
  expect(screen.getByLabelText('City / Ward')).toHaveProperty('disabled', true)
})

test('a city that is not in the chosen prefecture is removed from the URL', async () => {
  await addHouses(2)
  const { address } = openApp('/listings?prefecture=hyogo&city=Atlantis', { token })
  await screen.findByText('Showing 1-2 of 2 results')
  expect(address()).toBe('/listings?prefecture=hyogo')
})

test('the results can be filtered by floor plan, even by a floor plan that the form does not offer', async () => {
  await addHouses(1, { layout: '4LDK' })
  await server.addListing({ layout: '9SK' })
  const { person, address } = openApp('/listings?floorPlan=9SK', { token })
  await screen.findByText('Showing 1-1 of 1 results')
  expect(screen.getByLabelText('Floor plan')).toHaveProperty('value', '9SK')

  await person.selectOptions(screen.getByLabelText('Floor plan'), '4LDK')
  await person.click(button('Search'))
  await waitFor(() => expect(titles()).toEqual(['title-house-1']))
  expect(address()).toBe('/listings?floorPlan=4LDK')
})

test.each([
  ['Search', () => fireEvent.click(button('Search'))],
  [
    'a chosen prefecture',
    () => fireEvent.change(screen.getByLabelText('Prefecture'), { target: { value: 'hyogo' } }),
  ],
])('%s keeps the sort order, the page size and the map', async (_what, apply) => {
  await addHouses(3)
  const { address } = openApp('/listings?sort=price-asc&pageSize=40&view=map&priceMax=9000', {
    token,
  })
  await screen.findByText('Showing 1-3 of 3 results')
  fireEvent.change(await screen.findByLabelText('Max price'), { target: { value: '2000' } })
  apply()
  await waitFor(() =>
    expect(new URLSearchParams(address().split('?')[1]).get('priceMax')).toBe('2000'),
  )
  expect(Object.fromEntries(new URLSearchParams(address().split('?')[1]))).toMatchObject({
    sort: 'price-asc',
    pageSize: '40',
    view: 'map',
  })
})

test('Search requests the results again once, even if no filter has changed', async () => {
  const { id } = await server.addListing({ propertyType: 'House', location: 'Ine' })
  openApp('/listings', { token })
  await screen.findByText('Showing 1-1 of 1 results')
  const requests = vi.fn()
  network.intercept = (path) => {
    if (/^\/v1\/listings(\?|$)/.test(path)) requests()
    return undefined
  }
  const { db } = server.services
  await db.update(listings).set({ hiddenAt: new Date() }).where(eq(listings.id, id))
  await bumpRevision(db, everyListing)
  fireEvent.click(await screen.findByRole('button', { name: 'Search' }))
  await screen.findByText('No listings found')
  expect(requests).toHaveBeenCalledTimes(1)
})

test('Clear removes all filters and keeps the sort order', async () => {
  await addHouses(3)
  const { person, address } = openApp(
    '/listings?prefecture=hyogo&city=Toyooka&priceMin=2000&priceMax=2000&areaMax=9&sort=price-asc',
    { token },
  )
  await screen.findByText('No listings found')
  screen.getByText('Try adjusting your filters')

  await person.click(button('Clear All Filters'))
  await screen.findByText('Showing 1-3 of 3 results')
  expect(address()).toBe('/listings?sort=price-asc')
  expect(screen.getByLabelText('Min price')).toHaveProperty('value', '')
})

test('active filters are chips above the results, and each chip removes its own filter', async () => {
  await addHouses(3)
  const { person, address } = openApp(
    '/listings?prefecture=hyogo&priceMin=1000&priceMax=2000&sort=price-asc',
    { token },
  )
  await screen.findByText('Showing 1-2 of 2 results')
  // The code of the chips loads after the results.
  await screen.findByRole('list', { name: 'Active filters' })
  const chips = () =>
    within(screen.getByRole('list', { name: 'Active filters' })).getAllByRole('button')
  expect(chips().map(({ textContent }) => textContent)).toEqual([
    'Remove filter: Hyogo',
    'Remove filter: $1,000 to $2,000',
  ])

  chips()[0]?.focus()
  await person.keyboard('{Enter}')
  await waitFor(() =>
    expect(address()).toBe('/listings?priceMin=1000&priceMax=2000&sort=price-asc'),
  )
  expect(document.activeElement?.textContent).toBe('Remove filter: $1,000 to $2,000')
  await person.keyboard('{Enter}')
  await screen.findByText('Showing 1-3 of 3 results')
  expect(address()).toBe('/listings?sort=price-asc')
  expect(screen.queryByRole('list', { name: 'Active filters' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
})

test('without filters, a search can be saved only if its order differs from the default order', async () => {
  await addHouses(1)
  const { person } = openApp('/listings', { token })
  await search()
  await person.selectOptions(screen.getByLabelText('Sort By'), 'Nearest Sea')
  await person.click(await screen.findByRole('button', { name: 'Save This Search' }))
  const sheet = within(screen.getByRole('dialog', { name: 'Save This Search' }))
  expect(sheet.getByLabelText('Name')).toHaveProperty('value', 'Houses, nearest to the sea first')
  await person.click(sheet.getByRole('button', { name: 'Save' }))
  await screen.findByRole('button', { name: 'Saved' })
  expect(screen.queryByRole('list', { name: 'Active filters' })).toBeNull()

  await person.selectOptions(screen.getByLabelText('Sort By'), 'Newest First')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Saved' })).toBeNull())
  expect(screen.queryByRole('button', { name: 'Save This Search' })).toBeNull()
})

test('an empty result offers to clear the filters', async () => {
  await addHouses(1)
  const { person, address } = openApp('/listings?priceMin=5000&sort=oldest', { token })
  await screen.findByText('No listings found')
  await person.click(button('Clear filters'))
  await screen.findByText('Showing 1-1 of 1 results')
  expect(address()).toBe('/listings?sort=oldest')
})

test('houses of the same type and address have distinct labels, and so have their buttons', async () => {
  for (const id of ['a', 'b']) {
    await server.addListing({ id, propertyType: 'House', location: 'Ine' })
  }
  openApp('/listings', { token })
  await search()
  const names = ['House in Ine · No. a', 'House in Ine · No. b']
  for (const name of names) {
    screen.getByRole('heading', { name })
    button(`Copy Link ${name}`)
    screen.getByRole('button', { name: 'Add to Favorites', description: name })
  }
})

test('only the Japanese text on a card has the language tag for Japanese', async () => {
  await server.addListing({
    propertyType: '古民家',
    location: 'Ine 伊根町1-2',
    prefecture: 'kyoto',
  })
  openApp('/listings', { token })
  await search()
  const title = screen.getByRole('heading', { level: 2 })
  expect([...title.querySelectorAll('[lang=ja]')].map(({ textContent }) => textContent)).toEqual([
    '古民家',
    '伊根町1-2',
  ])
  expect(title.textContent).toBe('古民家 in Ine 伊根町1-2')
})

test('screen readers read the Japanese examples of the filter form in Japanese', async () => {
  openApp('/listings', { token })
  for (const example of ['宇和島', '300万']) {
    expect((await screen.findByText(example)).lang).toBe('ja')
  }
})

test('changing the order of the results applies immediately and keeps the page, and changing the page size leads to the first page', async () => {
  await addHouses(21)
  const { person, address } = openApp('/listings?page=2', { token })
  await search()
  await person.selectOptions(screen.getByLabelText('Sort By'), 'Price: Low to High')
  await waitFor(() => expect(titles()).toEqual(['title-house-21']))
  expect(address()).toBe('/listings?sort=price-asc&page=2')

  await person.selectOptions(screen.getByLabelText('Show'), '40')
  await screen.findByText('Showing 1-21 of 21 results')
  expect(address()).toBe('/listings?sort=price-asc&pageSize=40')
})

test('text typed into a filter survives a change of the sort order', async () => {
  await addHouses(1)
  const { person, address } = openApp('/listings', { token })
  await search()
  await person.type(screen.getByLabelText('Max price'), '900')
  await person.selectOptions(screen.getByLabelText('Sort By'), 'Oldest First')
  await waitFor(() => expect(address()).toBe('/listings?sort=oldest'))
  expect(screen.getByLabelText('Max price')).toHaveProperty('value', '900')
})

test('a page number beyond the last page of the results leads to the last page', async () => {
  await addHouses(21)
  const { address, router } = openApp('/listings?page=9999', { token })
  await screen.findByText('Showing 21-21 of 21 results')
  expect(address()).toBe('/listings?page=2')

  await router.navigate({ to: '/listings', search: { page: 7, pageSize: 40 } })
  await screen.findByText('Showing 1-21 of 21 results')
  expect(address()).toBe('/listings?pageSize=40')
})

test('the page of a house without photos says so once', async () => {
  await addHouses(1)
  openApp('/listings/house-1', { token })
  await screen.findByText('This listing does not have any images')
  expect(screen.queryByText(/No Images? Available/)).toBeNull()
  expect(screen.queryByRole('img', { name: /No Images? Available/ })).toBeNull()
})

test('a search is aborted when a newer search replaces it', async () => {
  await addHouses(1)
  const { person } = openApp('/listings', { token })
  await search()

  const connected = fetch
  const signals: AbortSignal[] = []
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (!path.includes('sort_order=asc')) return connected(path, init)
    if (init.signal) signals.push(init.signal)
    return new Promise(() => {})
  })
  await person.selectOptions(screen.getByLabelText('Sort By'), 'Oldest First')
  await waitFor(() => expect(signals).toHaveLength(1))
  expect(signals[0]?.aborted).toBe(false)
  await person.selectOptions(screen.getByLabelText('Sort By'), 'Price: High to Low')
  await waitFor(() => expect(signals[0]?.aborted).toBe(true))
})

test("a refused search shows the server's message, and Try Again repeats the search", async () => {
  await addHouses(1)
  network.intercept = (path) =>
    path === '/v1/listings' ? Response.json({ detail: 'Closed today' }, { status: 400 }) : undefined
  const { person } = openApp('/listings', { token })
  await screen.findByText('Error loading listings')
  screen.getByText('Closed today')

  network.reconnect()
  await person.click(button('Try Again'))
  await search()
})

test('if the response to a search is malformed, the page says that the listings failed to load', async () => {
  network.intercept = (path) =>
    path === '/v1/listings' ? Response.json({ results: 'many' }) : undefined
  openApp('/listings', { token })
  await screen.findByText('Error loading listings')
  screen.getByText('Failed to fetch listings')
})

test('a shared link opens a page with only its listing and a link to all listings', async () => {
  await addHouses(2)
  const { person, address } = openApp('/listings?listing=house-1', { token })
  await screen.findByRole('article')
  expect(titles()).toEqual(['title-house-1'])
  screen.getByText('Showing specific listing.')
  const page = await screen.findByRole('link', { name: 'Open the page of this house' })
  expect(page.getAttribute('href')).toMatch(/^\/listings\/[\w-]+$/)
  expect(screen.queryByRole('button', { name: 'Search' })).toBeNull()
  expect(screen.queryByLabelText('Sort By')).toBeNull()

  await person.click(screen.getByRole('link', { name: 'View all listings' }))
  await screen.findByText('Showing 1-2 of 2 results')
  expect(address()).toBe('/listings')
})

test('for a removed listing, the page says that the listing was not found, and has a link to all listings', async () => {
  await addHouses(2)
  const { person, address } = openApp('/listings?listing=gone', { token })
  await screen.findByText('Listing not found or not accessible.')
  expect(screen.queryByText(/^Showing specific listing/)).toBeNull()
  await person.click(screen.getByRole('link', { name: 'View all listings' }))
  await screen.findByText('Showing 1-2 of 2 results')
  expect(address()).toBe('/listings')
})

test('the card of a house shows price, size and place', async () => {
  await server.addListing({
    propertyType: 'House',
    location: 'Ine',
    prefecture: 'kyoto',
    priceCents: 31_499_60,
    priceYen: 4_800_000,
    layout: '4LDK',
    buildingArea: 98.54,
    landArea: 230,
    constructionYear: 1975,
    photos: [{}, {}, {}],
  })
  openApp('/listings', { token })
  const card = await screen.findByRole('article', { name: 'House in Ine' })
  for (const fact of [
    '¥4.8M',
    '$32,000',
    '4LDK',
    '99\u00a0m²',
    '230\u00a0m² land',
    '1975',
    '3 photos',
  ]) {
    expect(card.textContent).toContain(fact)
  }
  expect(card.textContent).toContain('Kyoto')
})

test('the two prices on the card of a house are separate paragraphs, so that screen readers pause between them', async () => {
  await server.addListing({ propertyType: 'House', location: 'Ine', priceYen: 4_800_000 })
  openApp('/listings', { token })
  const card = within(await screen.findByRole('article', { name: 'House in Ine' }))
  expect(card.getByText('¥4.8M').localName).toBe('p')
  expect(card.getByText('$32,000').localName).toBe('p')
})

test('subscribers see the source of a listing only if the listing has a link (check 27)', async () => {
  await addHouses(1, { referenceUrl: 'https://akiya.example/1' })
  await server.addListing({ id: 'linked', link: 'https://source.example/2' })
  openApp('/listings', { token })
  const sources = async () => {
    await search()
    return screen
      .queryAllByRole('link', { name: /^Original Link Property in/ })
      .map((link) => link.getAttribute('href'))
  }
  expect(await sources()).toEqual(['https://source.example/2'])
})

test('administrators see the source of every listing', async () => {
  await addHouses(1, { referenceUrl: 'https://akiya.example/1' })
  openApp('/listings', { token: (await server.addAdmin()).token })
  const link = await screen.findByRole('link', { name: /^Original Link House in/ })
  expect(link.getAttribute('href')).toBe('https://akiya.example/1')
  expect(link.getAttribute('rel')).toBe('noopener noreferrer')
})

test('the credit that a source requires appears once below the results', async () => {
  await addHouses(3)
  const { db } = server.services
  const { sources } = await import('#server/db/schema.ts')
  await db.update(sources).set({ attribution: 'Open data of the akiya bank' })
  openApp('/listings', { token })
  expect(await screen.findAllByText('Open data of the akiya bank')).toHaveLength(1)
})

test('Copy Link copies the link with one press', async () => {
  await addHouses(1)
  const { person } = openApp('/listings', { token })
  await search()
  await person.click(button(/^Copy Link House in/))
  await screen.findByText('Link copied!')
  screen.getByText('The listing link has been copied to your clipboard.')
  expect(await navigator.clipboard.readText()).toMatch(
    new RegExp(`^${location.origin}/listings\\?listing=house-1&key=[\\da-f]{16}$`),
  )
})

test('a link that could not be copied is not reported as copied', async () => {
  await addHouses(1)
  const { person } = openApp('/listings', { token })
  await search()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('not allowed'))
  await person.click(button(/^Copy Link House in/))
  await screen.findByText('Failed to copy link')
  screen.getByText('Please try again or copy the URL manually.')
})

test('on a phone, the filters are in a sheet, and the button shows how many are active', async () => {
  await addHouses(2)
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener() {},
    removeEventListener() {},
  }))
  const { person } = openApp('/listings?priceMax=1000&prefecture=hyogo', { token })
  await search()
  expect(screen.queryByLabelText('Prefecture')).toBeNull()

  await person.click(button('Filters (2)'))
  const sheet = within(screen.getByRole('dialog', { name: 'Filters' }))
  await person.clear(sheet.getByLabelText('Max price'))
  await person.click(sheet.getByRole('button', { name: 'Search' }))
  await screen.findByText('Showing 1-2 of 2 results')
  expect(screen.queryByRole('dialog')).toBeNull()
  button('Filters (1)')
})

test('a card says that a house is under negotiation or free, and shows a rent as a rent', async () => {
  const house = { propertyType: 'House', prefecture: 'hyogo' }
  await server.addListing({ ...house, location: 'Village 1', status: 'negotiating', priceYen: 0 })
  await server.addListing({ ...house, location: 'Village 2', offer: 'rent', rentYen: 52_000 })
  openApp('/listings', { token })
  await search()
  const one = within(screen.getByRole('article', { name: /Village 1/ }))
  one.getByText('Under negotiation')
  one.getByText('Free')
  const other = within(screen.getByRole('article', { name: /Village 2/ }))
  other.getByText('¥52K a month')
  expect(other.queryByText('Under negotiation')).toBeNull()
})
