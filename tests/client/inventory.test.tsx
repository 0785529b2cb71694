import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { addFavorite } from '#contract/favorites.ts'
import { getInventoryListing } from '#contract/inventory.ts'
import { withNoBreaks } from '#contract/no-break.ts'
import { connect, openApp } from '#tests/support/app.tsx'
import { addDefaultPlaces } from '#tests/support/default-places.ts'
import { houseRecord, importInto, TODAY } from '#tests/support/imports.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let network: ReturnType<typeof connect>
let haruka: Person

beforeEach(async () => {
  server = await startServer()
  network = connect(server)
  haruka = await server.addAdmin()
})

type App = ReturnType<typeof openApp>

async function untilLoaded({ queryClient }: Pick<ReturnType<typeof openApp>, 'queryClient'>) {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
}

async function openList(search = '') {
  const app = openApp(`/admin/dashboard/listings${search}`, haruka)
  await screen.findByRole('heading', { name: 'Listings' })
  await untilLoaded(app)
  return app
}

/** Imports a house and opens it. */
async function openHouse(fields: Record<string, unknown> = {}) {
  await importInto(server.services.db, [houseRecord(fields)], { source: 'Tanba' })
  const app = openApp('/admin/dashboard/listings/house-1', haruka)
  await screen.findByRole('button', { name: 'Save' })
  await untilLoaded(app)
  return app
}

const titles = () =>
  screen
    .queryAllByRole('row')
    .slice(1)
    .map((row) => within(row).getByRole('link').textContent)

const stored = async () => (await server.call(haruka, getInventoryListing, { id: 'house-1' })).body

const region = (name: string) => within(screen.getByRole('region', { name }))

const paramsOf = (address: string) =>
  Object.fromEntries(new URL(address, 'http://engawa.example').searchParams)

async function addHouses() {
  const hiddenAt = new Date()
  const at = (day: number) => new Date(`2026-01-0${day}T12:00:00Z`)
  await server.addListing({ id: 'a', location: 'Aogaki 1', priceCents: 300, createdAt: at(3) })
  await server.addListing({ id: 'b', location: 'Besso 2', priceCents: 100, createdAt: at(2) })
  await server.addListing({
    ...{ id: 'c', location: 'Chuo 3', hiddenAt, source: 'Tanba', createdAt: at(1) },
    ...{ propertyType: 'House', prefecture: 'hyogo', priceCents: 200, priceYen: 300 },
    ...{ editedColumns: ['city'], photos: [{}] },
  })
}

test("the inventory shows each listing's type, source and state", async () => {
  await addHouses()
  await openList()
  expect(titles()).toEqual(['Aogaki 1', 'Besso 2', 'Chuo 3'])
  const cells = within(screen.getByRole('row', { name: /Chuo 3/ })).getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    'Chuo 3House\u00a0· Hyogo\u00a0· 1 photo',
    '¥300$2',
    'HiddenEdited',
    'Tanba',
    'Jan 1, 2026',
    expect.anything(),
  ])
  screen.getByText('1–3 of 3 listings')
})

test('a listing with a Japanese address has an English title, with the address below it', async () => {
  await addDefaultPlaces(server.services.db, TODAY)
  await importInto(server.services.db, [houseRecord({ 'Building - Layout': '4LDK' })])
  const { person } = await openList()
  const title = 'Property in Tanba, Hyogo · 4LDK · ¥5,800,000'
  const shown = withNoBreaks(title)
  expect(titles()).toEqual([shown])
  expect(screen.getByText('兵庫県丹波市氷上町1').lang).toBe('ja')
  await person.click(screen.getByRole('link', { name: shown }))
  // The preview of the subscribers' page repeats the title, so two headings have this title.
  const [heading] = await screen.findAllByRole('heading', { name: shown })
  const below = within(heading?.parentElement ?? document.body)
  expect(below.getByText('兵庫県丹波市氷上町1').lang).toBe('ja')

  await person.type(screen.getByLabelText('Price (¥)'), '0')
  await person.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(async () => {
    const { body } = await server.call(haruka, listAudit, {})
    expect(body.results[0]).toMatchObject({ action: 'listing.update', target: title })
  })
})

test('search, state, source and order of the inventory are part of the address, and Back restores them', async () => {
  await addHouses()
  const { person, address, back } = await openList()
  await person.click(screen.getByRole('button', { name: 'Price' }))
  await waitFor(() => expect(titles()).toEqual(['Besso 2', 'Chuo 3', 'Aogaki 1']))
  await person.selectOptions(screen.getByLabelText('State'), 'Hidden')
  await waitFor(() => expect(titles()).toEqual(['Chuo 3']))
  await person.selectOptions(screen.getByLabelText('Source'), 'Tanba')
  await person.type(screen.getByLabelText('Id, place, phone or URL'), 'chuo{Enter}')
  await waitFor(() => expect(address()).toContain('search=chuo'))
  expect(paramsOf(address())).toEqual({
    search: 'chuo',
    state: 'hidden',
    source: 'Tanba',
    sort: 'price',
    order: 'asc',
  })
  await person.click(await screen.findByRole('link', { name: 'Chuo 3' }))
  await screen.findByRole('heading', { name: 'Chuo 3' })
  await person.click(screen.getByRole('link', { name: 'All listings' }))
  await waitFor(() => expect(titles()).toEqual(['Chuo 3']))
  expect(paramsOf(address())).toMatchObject({ search: 'chuo', sort: 'price' })
  back()
  await screen.findByRole('heading', { name: 'Chuo 3' })
})

test('if the URL of the inventory contains impossible values, the inventory shows all listings', async () => {
  await addHouses()
  await openList('?state=burnt&sort=beauty&order=up&page=zero')
  expect(titles()).toHaveLength(3)
})

test('if a search of the inventory finds nothing, the page says that there are no listings', async () => {
  await addHouses()
  await openList('?search=nowhere')
  screen.getByRole('heading', { name: 'No listings found' })
  expect(screen.queryByRole('table')).toBeNull()
})

test('an inventory that failed to load says why, and can be loaded again', async () => {
  await addHouses()
  network.intercept = (path) =>
    path.startsWith('/v1/inventory')
      ? Response.json({ detail: 'Out of order' }, { status: 503 })
      : undefined
  const { person } = openApp('/admin/dashboard/listings', haruka)
  await screen.findByText('The listings could not be loaded')
  screen.getByText('Out of order')
  network.intercept = () => undefined
  await person.click(screen.getByRole('button', { name: 'Try Again' }))
  await waitFor(() => expect(titles()).toHaveLength(3))
})

test('the inventory shows a listing as subscribers see it, beside its source record', async () => {
  await openHouse({ note: '井戸あり', 'Sale Price': null })
  region('What subscribers see').getByText('¥5,800,000', { selector: 'dd span' })
  const record = within(screen.getByRole('table', { name: 'Source record' }))
  const rows = record.getAllByRole('row').map(({ textContent }) => textContent)
  expect(rows).toContain('note井戸あり')
  expect(record.getByText('井戸あり').lang).toBe('ja')
  screen.getByText('Empty fields: Sale Price')
  screen.getByText('First seen by Engawa')
})

test('the page of an unknown listing says that it is not found', async () => {
  openApp('/admin/dashboard/listings/nowhere', haruka)
  await screen.findByText('There is no listing with this id')
})

async function write({ person }: App, label: string, text: string) {
  const field = screen.getByLabelText(label)
  await person.clear(field)
  if (text) await person.type(field, text)
}

const save = ({ person }: App) => person.click(screen.getByRole('button', { name: 'Save' }))

test("an administrator's correction is parsed as in an import, and the page still shows the source's value", async () => {
  const app = await openHouse()
  await write(app, 'Price (¥)', '480万円')
  await write(app, 'City', '')
  await app.person.selectOptions(screen.getByLabelText('Prefecture'), 'Osaka')
  await save(app)
  await screen.findByText('Listing updated successfully')
  await waitFor(() => expect(screen.getByLabelText('Price (¥)')).toHaveProperty('value', '4800000'))
  region('What subscribers see').getByText('¥4,800,000', { selector: 'dd span' })
  screen.getByText('Edited')
  for (const [label, text] of [
    ['Price (¥)', 'Edited. The source says: 5800000'],
    ['City', 'Edited. The source says: 丹波市'],
    ['Prefecture', 'Edited. The source says: Hyogo'],
  ] as const) {
    const hint = screen.getByLabelText(label).getAttribute('aria-describedby') ?? ''
    expect(document.getElementById(hint)?.textContent).toBe(text)
  }
  screen.getByText('Price down 17%: ¥5,800,000 → ¥4,800,000')
  const { fields } = await stored()
  expect(Object.entries(fields).flatMap(([name, { edited }]) => (edited ? name : []))).toEqual([
    'prefecture',
    'city',
    'price_yen',
  ])
})

test('in the form for editing a listing, screen readers read the Japanese examples as Japanese', async () => {
  await openHouse()
  expect((await screen.findByText('580万円')).lang).toBe('ja')
})

test('in the form for editing a listing, an invalid value shows an error at its field, which has the focus and keeps its text', async () => {
  const app = await openHouse()
  await write(app, 'Building area (m²)', 'large')
  await write(app, 'City', '篠山市')
  await save(app)
  await screen.findByText('Building area cannot be read as an area')
  const field = screen.getByLabelText('Building area (m²)')
  expect(document.activeElement).toBe(field)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByLabelText('City')).toHaveProperty('value', '篠山市')
  await write(app, 'Building area (m²)', '29.8坪')
  expect(field.getAttribute('aria-invalid')).toBeNull()
  await save(app)
  await screen.findByText('Listing updated successfully')
  expect((await stored()).fields).toMatchObject({
    building_area: { value: '98.51' },
    city: { value: '篠山市' },
  })
})

test('if the server fails to save an edit of a listing, the page shows a message, and the edit can be tried again', async () => {
  const app = await openHouse()
  await write(app, 'City', '篠山市')
  network.intercept = () => Response.json({ detail: 'Out of order' }, { status: 503 })
  await save(app)
  await screen.findByText('Failed to update listing')
  screen.getByText('Out of order')
  network.intercept = () => undefined
  await save(app)
  await screen.findByText('Listing updated successfully')
})

test("undoing an edit of a listing restores the source's value", async () => {
  const app = await openHouse()
  await write(app, 'Price (¥)', '480万円')
  await save(app)
  await app.person.click(
    await screen.findByRole('button', { name: "Use the source's value of the price" }),
  )
  await screen.findByText("Price has the source's value again")
  const field = screen.getByLabelText('Price (¥)')
  expect(field).toHaveProperty('value', '5800000')
  expect(document.activeElement).toBe(field)
  expect(screen.queryByText('Edited')).toBeNull()
})

test('an edit of a listing without a source record cannot be undone', async () => {
  const editedColumns = ['city']
  await server.addListing({ id: 'invented', city: '丹波市', editedColumns })
  openApp('/admin/dashboard/listings/invented', haruka)
  await screen.findByText('Edited. There is no source record to compare the value with.')
  expect(screen.queryByRole('button', { name: /^Use the source's value/ })).toBeNull()
})

test('hiding a listing needs a confirmation, and showing it again does not; the page says how many people have the listing in their favorites', async () => {
  const { person } = await openHouse()
  await server.call(await server.addSubscriber(), addFavorite, { listing_id: 'house-1' })
  await person.click(screen.getByRole('button', { name: 'Hide' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Hide this listing?' }))
  dialog.getByText(/disappears from every page/)
  await person.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect((await stored()).state).toBe('offered')

  const button = screen.getByRole('button', { name: 'Hide' })
  await person.click(button)
  await person.click(await screen.findByRole('button', { name: 'Hide listing' }))
  await screen.findByText('Listing hidden')
  // The same button has the focus again, with a new label.
  expect(button.textContent).toBe('Show again')
  region('Offer').getByText('1 person has this listing in their favorites.')
  region('Offer').getByText('This listing is hidden from every page.')
  await person.click(button)
  await screen.findByText('Listing shown again')
  expect((await stored()).state).toBe('offered')
})

test('an administrator can mark a withdrawn listing as offered again, or let the next import decide whether the listing is offered', async () => {
  const { person } = await openHouse()
  await person.click(screen.getByRole('button', { name: 'Withdraw' }))
  await person.click(await screen.findByRole('button', { name: 'Withdraw listing' }))
  await screen.findByText('Listing withdrawn')
  screen.getByText('An administrator has withdrawn this listing, and imports will not change this.')
  await person.click(screen.getByRole('button', { name: 'Offer again' }))
  await screen.findByText('Listing offered again')
  await person.click(screen.getByRole('button', { name: 'Let imports decide' }))
  await screen.findByText('The next import decides whether the listing is offered')
  expect(await stored()).toMatchObject({ state: 'offered', withdrawal_edited: false })
})

test('offline, an administrator can read a loaded listing but not change it', async () => {
  const { person } = await openHouse()
  network.disconnect()
  await screen.findByText(/Newer data needs a connection/)
  await person.click(screen.getByRole('button', { name: 'Hide' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true')
  network.reconnect()
})

test("only administrators see the Edit link on a listing's card", async () => {
  await importInto(server.services.db, [houseRecord()])
  const { person } = openApp('/listings', haruka)
  await person.click(await screen.findByRole('link', { name: /^Edit / }))
  await screen.findByRole('button', { name: 'Save' })

  openApp('/listings', await server.addSubscriber())
  await screen.findByRole('button', { name: /^Copy Link / })
  expect(screen.queryByRole('link', { name: /^Edit / })).toBeNull()
})

test('a correction appears in the listings immediately', async () => {
  await importInto(server.services.db, [houseRecord({ 'Building - Layout': '4LDK' })])
  const app = openApp('/listings', haruka)
  const card = async () => within(await screen.findByRole('article'))
  await (await card()).findByText('4LDK')
  await app.person.click(screen.getByRole('link', { name: /^Edit / }))
  await screen.findByRole('button', { name: 'Save' })
  await write(app, 'Floor plan', '５ＤＫ')
  await save(app)
  await screen.findByText('Listing updated successfully')
  await app.person.click(screen.getByRole('link', { name: 'All Listings' }))
  await (await card()).findByText('5DK')
})
