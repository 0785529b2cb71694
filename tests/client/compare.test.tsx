import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { chosenFavorites } from '#client/features/favorites/chosen-favorites.ts'
import { addFavorite } from '#contract/favorites.ts'
import { toBits } from '#search/marks.ts'
import { connect, openApp } from '#tests/support/app.tsx'
import { addDefaultPlaces } from '#tests/support/default-places.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let network: ReturnType<typeof connect>
let ana: Person

beforeEach(async () => {
  server = await startServer()
  network = connect(server)
  ana = await server.addSubscriber({ user: { currency: 'EUR', areaUnit: 'tsubo' } })
})

async function addFavorites(...locations: string[]) {
  for (const location of locations) await addFavoriteHouse(location)
}

async function addFavoriteHouse(
  location: string,
  listing: Parameters<TestServer['addListing']>[0] = { layout: '4LDK' },
) {
  const id = location.toLowerCase()
  await server.addListing({ id, propertyType: 'House', location, prefecture: 'kyoto', ...listing })
  await server.call(ana, addFavorite, { listing_id: id })
}

async function openComparison(...ids: string[]) {
  const app = openApp(`/favorites/compare?ids=${ids.join()}`, ana)
  return { ...app, table: within(await screen.findByRole('table')) }
}

/** The cells of a row, beginning with its name. */
function rowOf(table: ReturnType<typeof within>, name: string) {
  const row = table.getByRole('rowheader', { name }).closest('tr')
  return [...(row?.querySelectorAll('td') ?? [])].map((cell) =>
    [...cell.children].map(({ textContent }) => textContent).join(' | '),
  )
}

test('a comparison says as of which month a house is offered, if its source states the day', async () => {
  await addFavoriteHouse('Ine', { asOf: '2025-03-31' })
  await addFavoriteHouse('Miyama')
  const { table } = await openComparison('ine', 'miyama')
  expect(rowOf(table, 'Offered')).toEqual(['as of Mar 2025', 'Yes'])
})

test('a comparison shows the place of a house in English once, above the Japanese address', async () => {
  await addDefaultPlaces(server.services.db)
  const location = 'Seiyo, Ehime (愛媛県西予市宇和町1-1)'
  await server.addListing({ id: 'seiyo', location, prefecture: 'ehime', place: '38214' })
  await addFavoriteHouse('Miyama')
  const { table } = await openComparison('seiyo', 'miyama')
  expect(rowOf(table, 'Location')).toEqual([
    'Seiyo, Ehime | 愛媛県西予市宇和町1-1',
    'Kyoto | Miyama',
  ])
})

test('a person can compare chosen favorites side by side, and the first row shows what to watch out for', async () => {
  await addFavoriteHouse('Ine', { layout: '4LDK', ...toBits(['septic-tank', 'parking']) })
  await addFavoriteHouse('Miyama', { layout: '4LDK', ...toBits(['pit-toilet', 'well-water']) })
  await addFavoriteHouse('Ayabe')
  const { person, address } = openApp('/favorites', ana)
  await person.click(await screen.findByRole('checkbox', { name: 'Choose House in Ine' }))
  const chosen = within(await screen.findByRole('region', { name: 'Chosen houses' }))
  await chosen.findByText('1 house chosen. Choose one more house to compare.')
  await person.click(screen.getByRole('checkbox', { name: 'Choose House in Miyama' }))
  await person.click(await chosen.findByRole('link', { name: 'Compare' }))

  const table = within(await screen.findByRole('table'))
  expect(address()).toBe('/favorites/compare?ids=ine%2Cmiyama')
  const columns = table.getAllByRole('columnheader')
  expect(columns.map((column) => column.getAttribute('scope'))).toEqual(['col', 'col'])
  within(columns[0] ?? document.body).getByRole('link', { name: 'House in Ine' })
  const [first] = table
    .getAllByRole('rowheader')
    .filter((name) => name.getAttribute('scope') === 'row')
  expect(first?.textContent).toBe('Watch out for')
  expect(rowOf(table, 'Watch out for')).toEqual(['Septic tank', 'Pit toilet | Well water'])
})

test("a comparison uses the person's currency and unit, and marks unknown facts as “Not stated”", async () => {
  await addFavoriteHouse('Ine', {
    priceYen: 1_500_000,
    buildingArea: 99.17,
    facts: { water: 'well' },
  })
  await addFavoriteHouse('Miyama', { priceYen: 3_000_000 })
  const { table } = await openComparison('ine', 'miyama')
  expect(rowOf(table, 'Price')[0]).toMatch(/^¥1,500,000 \| about €[\d,]+$/)
  expect(rowOf(table, 'Building area')[0]).toBe('30\u00a0tsubo')
  expect(rowOf(table, 'Other costs')[0]).toMatch(/^about ¥[\d,]+ – ¥[\d,]+$/)
  const water = table.getByRole('rowheader', { name: 'Water' }).closest('tr')
  expect(water?.textContent).toBe('WaterWellNot stated')
  expect(table.queryByRole('rowheader', { name: 'Gas' })).toBeNull()
  const missing = screen.getByText(/^Not stated for any of these houses: .*Gas, Cooking/)
  expect(missing.textContent).not.toContain('Watch out for')
  const watchOuts = table.getByRole('rowheader', { name: 'Watch out for' }).closest('tr')
  expect(watchOuts?.textContent).toBe('Watch out forNone knownNone known')
  screen.getByText(/^Converted at/)
})

test('a comparison shows layouts, years and areas as the source writes them, as the page of a house does', async () => {
  await addFavoriteHouse('Ine', {
    ...{ layout: '4LDK', layoutText: '4LDK+WIC', constructionText: '江戸末期' },
    buildingAreaText: '約百坪',
  })
  await addFavoriteHouse('Miyama', { layoutText: '和室6室' })
  const { table } = await openComparison('ine', 'miyama')
  expect(rowOf(table, 'Floor plan')).toEqual(['4LDK+WIC', '和室6室'])
  expect(rowOf(table, 'Rooms')).toEqual(['4LDK+WIC', '和室6室'])
  expect(rowOf(table, 'Year built')[0]).toBe('江戸末期')
  expect(rowOf(table, 'Building area')[0]).toBe('約百坪')
  expect(table.getAllByText('和室6室').map(({ lang }) => lang)).toEqual(['ja', 'ja'])
})

test('rows with the same value for all compared houses can be hidden', async () => {
  await addFavoriteHouse('Ine', { layout: '4LDK', structure: 'Wooden' })
  await addFavoriteHouse('Miyama', { layout: '3DK', structure: 'Wooden' })
  const { table, person } = await openComparison('ine', 'miyama')
  table.getByRole('rowheader', { name: 'Structure' })
  await person.click(screen.getByRole('checkbox', { name: 'Show only what differs' }))
  expect(table.queryByRole('rowheader', { name: 'Structure' })).toBeNull()
  table.getByRole('rowheader', { name: 'Floor plan' })
})

test('a person can remove a column from a comparison, and the address then contains only the remaining houses', async () => {
  await addFavorites('Ine', 'Miyama', 'Ayabe')
  const { table, person, address } = await openComparison('ine', 'miyama', 'ayabe')
  const [remove] = table.getAllByRole('link', { name: 'Remove from the comparison' })
  if (!remove) throw new Error('No column can be removed')
  await person.click(remove)
  await waitFor(() => expect(address()).toBe('/favorites/compare?ids=miyama%2Cayabe'))
  await waitFor(() => expect(screen.getAllByRole('columnheader')).toHaveLength(2))
})

test('a comparison shows at most four houses, and says how many of the chosen houses no longer exist', async () => {
  await addFavorites('Ine', 'Miyama', 'Ayabe', 'Uji', 'Kyotango')
  await openComparison('ine', 'nowhere', 'miyama', 'ayabe', 'uji')
  await screen.findByText('One of the houses is no longer on Engawa.')
  await waitFor(() => expect(screen.getAllByRole('columnheader')).toHaveLength(3))
})

test('favorites can be compared without a network', async () => {
  await addFavorites('Ine', 'Miyama')
  const { person } = openApp('/favorites', ana)
  for (const choice of await screen.findAllByRole('checkbox')) await person.click(choice)
  const compare = await screen.findByRole('link', { name: 'Compare' })
  network.disconnect()
  await person.click(compare)
  await screen.findByRole('table')
  expect(screen.getAllByRole('columnheader')).toHaveLength(2)
})

test('a comparison without houses leads to the favorites', async () => {
  openApp('/favorites/compare', ana)
  await screen.findByText('Choose two to four houses in your favorites.')
})

test('the next account on a device does not see which houses the previous account chose to compare', async () => {
  await addFavorites('Ine')
  const { person } = openApp('/favorites', ana)
  const choice = await screen.findByRole<HTMLInputElement>('checkbox')
  await person.click(choice)
  expect(chosenFavorites.ids()).toEqual(['ine'])
  const { token } = await server.addSubscriber()
  localStorage.setItem('token', token)
  expect(chosenFavorites.ids()).toEqual([])
})
