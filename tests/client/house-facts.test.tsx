import { render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { toListing } from '#client/data/to-listing.ts'
import { explainLayout, factGroups } from '#client/features/house/fact-groups.ts'
import { factMeanings } from '#client/features/house/fact-meanings.ts'
import { HouseFacts } from '#client/features/house/house-facts.tsx'
import type { Facts } from '#contract/facts.ts'
import { toBits } from '#search/marks.ts'
import { connect, openApp } from '#tests/support/app.tsx'
import { listingRecord } from '#tests/support/listing-record.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let token: string

beforeEach(async () => {
  server = await startServer()
  connect(server)
  token = (await server.addSubscriber()).token
})

function marked(...codes: string[]) {
  const bits = toBits(codes)
  if (!bits) throw new Error('One of these is no mark')
  return bits
}

const house = { propertyType: 'House', location: 'Ine', prefecture: 'kyoto' }

test('an opened house groups the stated facts, and lists the unstated ones in one line', async () => {
  await server.addListing({
    ...house,
    id: 'ine',
    layout: '4SLDK',
    constructionYear: 1975,
    facts: {
      ...{ water: 'well', sewage: 'septic', toilet: 'own', parking: 'free' },
      ...{ farmland: true, coverage: 60, hospital: 1340, park: 650 },
    },
    ...marked('well-water', 'septic-tank', 'before-the-1981-standard', 'onsen'),
    remarks: '温泉の近く',
  })
  const { person } = openApp('/listings/ine', { token })
  const page = within(await screen.findByRole('article'))
  await page.findByText('About this listing')

  const value = (name: string) => {
    const row = page.getByText(name).nextElementSibling
    return (row?.querySelector('summary') ?? row)?.textContent
  }
  expect(value('Water')).toBe('Well')
  expect(value('Sewage')).toBe('Septic tank (jōkasō)')
  expect(value('Toilet')).toBe('Not shared')
  expect(value('Parking')).toBe('Space available')
  expect(value('Farmland')).toBe('In the lot')
  expect(value('Coverage ratio')).toBe('60%')
  await person.click(page.getByText('60%'))
  const isOpen = (text: RegExp) => page.getByText(text).closest('details')?.open
  expect(isOpen(/^How much of the lot the house may cover/)).toBe(true)
  expect(isOpen(/^A tank on the lot/)).toBe(false)
  expect(value('Hospital')).toBe('1.3 km')
  expect(value('Park')).toBe('650 m')
  expect(value('Rooms')).toBe('4SLDK: 4 rooms + storage room, living, dining, kitchen')
  expect(value('Earthquake standard')).toBe('Older than June 1981')
  const missing = page.getByText(/^Not stated: /).textContent ?? ''
  expect(missing).toContain('Bath, Gas')
  for (const name of ['Water', 'Farmland', 'Setback', 'Private road']) {
    expect(missing).not.toContain(name)
  }

  await person.click(page.getByText('Septic tank'))
  page.getByText(/Waste water is treated in a tank/)
  within(page.getByRole('list', { name: 'In the remarks' })).getByText('Onsen')
  expect(page.getByText('温泉の近く').lang).toBe('ja')
})

test('a card shows three signs (watch-outs first) and the number of other signs, and a tap on a sign opens its explanation', async () => {
  await server.addListing({
    ...house,
    ...marked('parking', 'city-gas', 'setback', 'no-road-access', 'freehold'),
  })
  const { person } = openApp('/listings', { token })
  const signs = within(await screen.findByRole('list', { name: 'Signs' }))
  expect(signs.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'No road access',
    'Setback',
    'Parking',
    '1 more',
  ])
  await person.click(signs.getByRole('button', { name: /No road access/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'No road access' }))
  dialog.getByText(/nothing new can be built/)
  dialog.getByText(/Can the house be rebuilt/)
  await person.click(dialog.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('watch-outs, good signs and tags, such as “Parking”, are filters with counts, and the URL contains the chosen filters', async () => {
  const sea = await server.addListing({ ...house, ...marked('parking', 'by-the-sea') })
  await server.addListing({ ...house, ...marked('parking', 'onsen') })
  await server.addListing(house)
  const { person, address } = openApp('/listings', { token })
  await screen.findByText('Showing 1-3 of 3 results')
  const filters = within(await screen.findByRole('form', { name: 'Filters' }))
  const parking = await filters.findByRole('button', { name: /^Only Parking\s*2$/, hidden: true })
  await person.click(parking)
  await person.click(filters.getByRole('button', { name: /^Only By the sea\s*1$/, hidden: true }))
  await person.click(filters.getByRole('button', { name: 'Search' }))
  await screen.findByText('Showing 1-1 of 1 results')
  expect(address()).toBe('/listings?marks=parking%2Cby-the-sea')
  expect(screen.getAllByRole('article').map(({ id }) => id)).toEqual([`listing-${sea.id}`])

  await person.click(await screen.findByRole('button', { name: 'Remove filter: By the sea' }))
  await screen.findByText('Showing 1-2 of 2 results')
  expect(address()).toBe('/listings?marks=parking')
})

test('the page of a house shows every fact', () => {
  const every: Required<Facts> = {
    ...({ water: 'mains', sewage: 'sewer', gas: 'city', toilet: 'own', bath: 'own' } as const),
    ...({ cooking: 'gas', parking: 'free', garden: true, shop: true } as const),
    ...({ land: 'paddy', farmland: true, planning: 'control', zoning: 'commercial' } as const),
    ...({ coverage: 60, floorArea: 200, ownership: 'lease', road: 'corner' } as const),
    ...({ privateRoad: true, setback: true, measured: 'surveyed' } as const),
    ...{ station: 800, elementarySchool: 900, juniorHighSchool: 900, convenienceStore: 300 },
    ...{ supermarket: 700, drugstore: 700, hospital: 1340, park: 650, bank: 500 },
  }
  const shown = (facts: Facts) => JSON.stringify(factGroups(facts, toListing(listingRecord({}))))
  const hidden = Object.entries(every).filter(
    ([name, value]) => shown({ [name]: value }) === shown({}),
  )
  expect(hidden).toEqual([])
})

test('each explanation of a fact stands in the row of this fact', () => {
  const facts = {
    ...{ sewage: 'septic', gas: 'bottled', land: 'paddy', farmland: true, planning: 'control' },
    ...{ zoning: 'commercial', coverage: 60, floorArea: 200, ownership: 'lease', road: 'corner' },
    ...{ privateRoad: true, setback: true, measured: 'surveyed' },
  } satisfies Facts
  const rows = factGroups(facts, toListing(listingRecord({}))).flatMap(({ rows }) => rows)
  const explained = rows.flatMap(({ meaning }) => meaning ?? [])
  expect(explained).toHaveLength(Object.keys(facts).length)
  expect(explained.toSorted()).toEqual(Object.values(factMeanings(facts)).toSorted())
})

test.each([
  ['4LDK', '4LDK: 4 rooms + living, dining, kitchen'],
  ['1K', '1K: 1 room + kitchen'],
  ['1R', '1R: one room with a kitchen corner'],
  ['1SR', '1SR: one room with a kitchen corner + storage room'],
  ['4R', '4R: 4 rooms'],
  ['4SR', '4SR: 4 rooms + storage room'],
  ['4LDK+WIC', '4LDK+WIC'],
  ['和室6室', '和室6室'],
  [undefined, undefined],
])('the layout %s is explained as %s', (layout, words) => {
  expect(explainLayout(layout)).toBe(words)
})

test('while the facts of a house have not loaded yet, the page does not show them as “Not stated”', () => {
  const show = (record: Parameters<typeof listingRecord>[0]) => {
    const { container, unmount } = render(<HouseFacts listing={toListing(listingRecord(record))} />)
    const words = container.textContent
    unmount()
    return words
  }
  expect(show({ photoCount: 12 })).not.toContain('Not stated')
  expect(show({})).toContain('Not stated: Water')
})

test('the page of a house says that it is under negotiation, and what the source says about its price', async () => {
  await server.addListing({
    ...{ ...house, id: 'ine', status: 'negotiating', priceYen: 3_800_000, priceCents: 2_533_333 },
    ...{ priceLimit: 'from', priceText: '380万円～', offer: 'both', rentYen: 45_000 },
  })
  openApp('/listings/ine', { token })
  const page = within(await screen.findByRole('article'))
  await page.findByText(/^The seller is negotiating with somebody/)
  expect(page.getAllByText('from ¥3,800,000')).not.toEqual([])
  expect(page.getByText('380万円～').lang).toBe('ja')
  page.getByText('Also for rent: ¥45,000 a month')
  page.getByText('What it costs to buy')
})

test('the page of a house for rent shows the rent, and no costs of buying', async () => {
  await server.addListing({ ...house, id: 'ine', offer: 'rent', rentYen: 52_000 })
  openApp('/listings/ine', { token })
  const page = within(await screen.findByRole('article'))
  await page.findByText('About this listing')
  expect(page.getAllByText('¥52,000 a month')).not.toEqual([])
  expect(page.queryByText('What it costs to buy')).toBeNull()
})
