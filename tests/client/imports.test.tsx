import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import { sendingFile } from '#client/api/send-file.ts'
import { imports, listings } from '#server/db/schema.ts'
import { closeApp, connect, openApp } from '#tests/support/app.tsx'
import { houseRecord, uploadImport } from '#tests/support/imports.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let network: ReturnType<typeof connect>
let admin: Person

beforeEach(async () => {
  server = await startServer()
  network = connect(server)
  admin = await server.addAdmin({ email: 'haruka@example.com' })
})

const TWO_HOUSES = JSON.stringify([houseRecord(), houseRecord({ _id: 'b', link: 'x' }), {}])

async function openImports(search = '') {
  const app = openApp(`/admin/dashboard/import${search}`, admin)
  await screen.findByRole('heading', { name: 'Import' })
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0))
  return app
}

type App = Awaited<ReturnType<typeof openImports>>

const fileField = () => screen.getByLabelText('Choose File')
const upload = ({ person }: App) =>
  person.click(screen.getByRole('button', { name: 'Upload and Check' }))

async function choose(app: App, content: string, name = 'houses.json') {
  const field = await screen.findByLabelText('Choose File')
  await app.person.upload(field, new File([content], name, { type: 'application/json' }))
}

/** Uploads a file and waits for the preview of the import. */
async function check(app: App, content = TWO_HOUSES) {
  await choose(app, content)
  await upload(app)
  await screen.findByText(/^This is what the import would do/)
}

/** The report's counts by label. */
function counts() {
  const terms = within(screen.getByRole('region', { name: 'houses.json' })).getAllByRole('term')
  return Object.fromEntries(
    terms.map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  )
}

const rowsOf = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    )

test('an administrator uploads, checks and imports a file, and gets a report of the result', async () => {
  const app = await openImports()
  await check(app)
  expect(counts()).toEqual({
    ...{ Read: '3', Added: '2', Changed: '0', Unchanged: '0', Withdrawn: '0', Rejected: '1' },
  })
  expect(await server.services.db.$count(listings)).toBe(0)
  await screen.findByRole('table', { name: 'Rejected records and values' })
  expect(rowsOf('Rejected records and values')).toEqual([
    ['Line 1', 'Value unknown', 'Second page of the house', 'x', expect.stringMatching(/^It /)],
    [
      'Line 1',
      'Record rejected',
      'Identifier in Engawa',
      '–',
      expect.stringMatching(/^It is missing/),
    ],
  ])
  await app.person.click(screen.getByRole('button', { name: 'Import Now' }))
  await screen.findByText(
    'Imported: 2 added, 0 changed, 0 unchanged, 1 rejected. 2 houses of the file are now in the catalogue.',
  )
  expect(await server.services.db.$count(listings)).toBe(2)
  expect(screen.getByRole('link', { name: 'View Listings' }).getAttribute('href')).toBe('/listings')
  await waitFor(() =>
    expect(rowsOf('Imports')).toEqual([
      ['houses.json', 'Imported', expect.anything(), 'haruka@example.com', '2', '0', '1'],
    ]),
  )
})

test('reopening the imports page shows the same import, also on another device', async () => {
  await check(await openImports())
  closeApp()
  await openImports()
  await screen.findByText(/^This is what the import would do/)
  expect(counts()).toMatchObject({ Added: '2' })
  screen.getByRole('button', { name: 'Import Now' })
})

test('the imports page refuses an unsuitable file before the upload', async () => {
  const app = await openImports()
  await upload(app)
  expect(screen.getByText('Choose the file to import')).toBeTruthy()
  expect(document.activeElement).toBe(fileField())
  expect(fileField().getAttribute('aria-invalid')).toBe('true')
  await choose(app, '', 'empty.json')
  screen.getByText('The file is empty')
  // A file picker filters by type, but a dropped file can be anything.
  const picture = new File(['x'], 'house.jpg', { type: 'image/jpeg' })
  const place = fileField().parentElement as HTMLElement
  const item = {
    kind: 'file',
    getAsFile: () => picture,
    webkitGetAsEntry: () => ({ isFile: true }),
  }
  const dataTransfer = { types: ['Files'], items: [item], files: [picture] }
  fireEvent.dragOver(place, { dataTransfer })
  fireEvent.drop(place, { dataTransfer })
  await screen.findByText('Choose an Excel workbook (.xlsx), or a CSV, JSON or ZIP file')
  const large = new File(['x'], 'large.csv', { type: 'text/csv' })
  Object.defineProperty(large, 'size', { value: 200_000_001 })
  await app.person.upload(fileField(), large)
  screen.getByText('The file is larger than 200 MB')
  expect(await server.services.db.$count(imports)).toBe(0)
})

test('the imports page shows why the server refuses a file, and the file can be discarded', async () => {
  const app = await openImports()
  await choose(app, 'Dear all,\nplease find attached')
  await upload(app)
  await screen.findByText('The file cannot be imported')
  screen.getByText(/Found: Dear all/)
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull()
  await app.person.click(screen.getByRole('button', { name: 'Discard' }))
  await screen.findByRole('heading', { name: 'Choose a file' })
  await screen.findByText('Nothing has been imported yet.')
  expect(await server.services.db.$count(imports)).toBe(0)
})

test('if the connection is lost while a file to import is uploaded, the page says so, and the file can be sent again', async () => {
  const app = await openImports()
  await choose(app, TWO_HOUSES)
  network.intercept = (path) => {
    if (path.startsWith('/v1/imports?format')) throw new TypeError('Failed to fetch')
    return undefined
  }
  await upload(app)
  await screen.findByText(/^The server could not be reached/)
  network.reconnect()
  await upload(app)
  await screen.findByText(/^This is what the import would do/)
})

test('offline, the imports page shows the message about the missing connection only once', async () => {
  const app = await openImports()
  await check(app)
  network.disconnect()
  await screen.findByText(/Newer data needs a connection/)
  expect(screen.getAllByText(/Newer data needs a connection/)).toHaveLength(1)
  screen.getByRole('region', { name: 'houses.json' })
})

test("if the server refuses the options of an import, the page shows the server's message", async () => {
  const app = await openImports()
  await app.person.click(screen.getByRole('button', { name: 'Options' }))
  await app.person.type(screen.getByLabelText('Yen per US dollar'), 'many')
  await choose(app, TWO_HOUSES)
  await upload(app)
  await screen.findByText('Yen per US dollar must be a number from 1 to 10000')
})

test('an import that would withdraw listings needs a confirmation, which states their number', async () => {
  const { body } = await uploadImport(server, admin, TWO_HOUSES, { source: 'Tanba' })
  await server.services.imports.settled()
  await server.services.imports.apply({ user: admin, ip: '192.0.2.1' }, body.id)
  await server.services.imports.settled()
  const app = await openImports()
  await app.person.type(screen.getByLabelText('Source'), 'Tanba')
  await app.person.click(screen.getByRole('button', { name: 'Options' }))
  await app.person.click(screen.getByLabelText(/^The file is complete/))
  await check(app, JSON.stringify([houseRecord()]))
  await app.person.click(screen.getByRole('button', { name: 'Import Now' }))
  const question = await screen.findByRole('dialog', { name: 'Withdraw 1 listing?' })
  await app.person.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(await server.services.db.$count(listings)).toBe(2)
  await app.person.click(screen.getByRole('button', { name: 'Import Now' }))
  await app.person.click(screen.getByRole('button', { name: 'Import and Withdraw' }))
  await screen.findByText(
    /^Imported: 0 added, 0 changed, 1 unchanged, 1 withdrawn\. 1 house of the file is now in the catalogue\.$/,
  )
})

test('the imports page offers no import if all listings of the file are in the catalogue', async () => {
  const app = await openImports()
  await check(app)
  await app.person.click(screen.getByRole('button', { name: 'Import Now' }))
  await screen.findByText(/^Imported: /)
  screen.getByText(/^You named no source\. The next file without a source overwrites the houses/)
  await app.person.click(screen.getByRole('button', { name: 'Choose Another File' }))
  await waitFor(() => expect(document.activeElement).toBe(fileField()))
  await choose(app, TWO_HOUSES)
  await upload(app)
  await screen.findByText('The catalogue already has all of these listings.')
  expect(screen.queryByRole('button', { name: 'Import Now' })).toBeNull()
})

test('an interrupted import is shown as interrupted, and can be continued', async () => {
  const { body } = await uploadImport(server, admin, TWO_HOUSES)
  await server.services.imports.settled()
  await server.services.db
    .update(imports)
    .set({ state: 'importing', workedAt: new Date('2026-01-14T00:00:00Z') })
    .where(eq(imports.id, body.id))
  const app = await openImports()
  await screen.findByText(
    /^The server stopped during the import. The listings imported so far stay/,
  )
  await app.person.click(screen.getByRole('button', { name: 'Import Again' }))
  await waitFor(() => expect(rowsOf('Imports')[0]).toContain('Imported'))
  await screen.findByText(/^Imported: 2 added/)
})

test('the rejected records and unreadable values of an import can be downloaded as a CSV file, and the page can list only the rejected records', async () => {
  const saved: string[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    void (file as File).text().then((text) => saved.push((file as File).name, text))
    return 'blob:x'
  })
  const app = await openImports()
  await check(app)
  await app.person.click(await screen.findByRole('button', { name: 'Download as CSV' }))
  await waitFor(() => expect(saved[0]).toBe('houses - not used.csv'))
  expect(saved[1]).toContain('"value unknown","link","x"')
  await app.person.selectOptions(screen.getByLabelText('Show'), 'Rejected records only')
  await waitFor(() => expect(rowsOf('Rejected records and values')).toHaveLength(1))
  expect(app.address()).toContain('only=rejected')
})

test('the upload of a file to import shows its progress and can be cancelled', async () => {
  const calling = new AbortController()
  const told: number[] = []
  const send = sendingFile(new Blob(['12345']), (bytes) => told.push(bytes))
  network.hold = () => new Promise(() => {})
  const request = { method: 'POST', path: '/v1/imports', headers: {} } as const
  const answer = send(request, calling.signal)
  await waitFor(() => expect(told).toEqual([5]))
  calling.abort(new Error('called back'))
  await expect(answer).rejects.toThrow('called back')
})

/** A table with a title, and with names of columns that say nothing. */
const FOREIGN = '空き家一覧\nk,p,q,r\n7,480,阿南町,富草1\n8,650,阿南町,富草2\n'

test('an administrator maps the columns of a file that Engawa cannot read, sees the first houses, and imports them', async () => {
  const app = await openImports()
  await choose(app, FOREIGN, 'houses.csv')
  await upload(app)
  await screen.findByText('The file cannot be imported')
  const choosing = await screen.findByLabelText('Number of the house')
  await app.person.selectOptions(choosing, 'k')
  await app.person.selectOptions(screen.getByLabelText('Address'), 'q')
  await app.person.selectOptions(screen.getByLabelText('Address, part 2'), 'r')
  await app.person.selectOptions(screen.getByLabelText('Price'), 'p')
  screen.getByText('480 · 650')
  await app.person.selectOptions(screen.getByLabelText('Unit of price'), '万円')
  const stated = screen.getByRole('group', { name: 'For houses that do not state it' })
  await app.person.selectOptions(within(stated).getByLabelText('Prefecture'), '長野県')
  screen.getByText('You have changed the columns. Check again before you import.')
  await app.person.click(screen.getByRole('button', { name: 'Check Again' }))
  await screen.findByText(/^This is what the import would do/)
  await screen.findByRole('table', { name: 'The first houses' })
  expect(rowsOf('The first houses')).toEqual([
    ['Kind unknown', '阿南町富草1, Nagano', '¥4,800,000', '–', '–', '–'],
    ['Kind unknown', '阿南町富草2, Nagano', '¥6,500,000', '–', '–', '–'],
  ])
  await app.person.click(screen.getByRole('button', { name: 'Import Now' }))
  await screen.findByText(/^Imported: 2 added, 0 changed, 0 unchanged\. 2 houses/)
  const found = await server.services.db.select().from(listings)
  expect(found.map(({ location }) => location).sort()).toEqual(['阿南町富草1', '阿南町富草2'])
})

test('guessed columns are shown at once, and a changed choice must be checked before the import', async () => {
  const app = await openImports()
  await check(app, '番号,物件所在地,希望価格（万円）\n1,長野県阿南町富草1,480\n')
  const price = await screen.findByLabelText('Price')
  expect(price).toMatchObject({ value: '希望価格（万円）' })
  expect(screen.getByLabelText('Unit of price')).toMatchObject({ value: '万円' })
  await app.person.selectOptions(price, '')
  expect(screen.queryByRole('button', { name: 'Import Now' })).toBeNull()
  await app.person.click(screen.getByRole('button', { name: 'Check Again' }))
  await screen.findByRole('button', { name: 'Import Now' })
  await waitFor(() => expect(rowsOf('The first houses')[0]?.[2]).toBe('–'))
})

test('the first houses stand above the button that imports them, with the reason of each line left out', async () => {
  const app = await openImports()
  const houses =
    '1,長野県阿南町富草1,480,空き家\n2,長野県阿南町富草2,650,成約済\n※お問い合わせ,,,\n'
  await check(app, `番号,物件所在地,希望価格（万円）,現況\n${houses}`)
  const preview = await screen.findByRole('table', { name: 'The first houses' })
  const button = screen.getByRole('button', { name: 'Import Now' })
  expect(preview.compareDocumentPosition(button)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(rowsOf('The first houses').map(([house]) => house)).toEqual([
    'Kind unknown',
    'Line 3 is not imported. It is under contract',
    'Line 4 is not imported. Its identifier has no price, place, layout, area or year beside it.',
  ])
})

test('columns with the names of the specification stay folded', async () => {
  const app = await openImports()
  await check(app, JSON.stringify([houseRecord({ 'Property Type': 'House' })]))
  expect(screen.queryByLabelText('Number of the house')).toBeNull()
  await app.person.click(screen.getByRole('button', { name: 'Columns' }))
  expect(await screen.findByLabelText('Identifier in Engawa')).toMatchObject({ value: '_id' })
})
