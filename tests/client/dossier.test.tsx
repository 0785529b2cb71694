import { randomUUID } from 'node:crypto'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { noteRecords } from '#client/notes/note-records.ts'
import { areUnsentEditsRead } from '#client/notes/notes-sync.ts'
import { storePhoto } from '#client/notes/own-photos/own-photo-rows.ts'
import { addFavorite } from '#contract/favorites.ts'
import { criterionRecord, houseRecord } from '#contract/note-choices.ts'
import { captionField, photoField } from '#contract/own-photo-fields.ts'
import { toBits } from '#search/marks.ts'
import { closeApp, connect, openApp } from '#tests/support/app.tsx'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'
import { writeNotes } from '#tests/support/write-notes.ts'

let server: TestServer
let network: ReturnType<typeof connect>
let ana: Person

beforeEach(async () => {
  server = await startServer()
  network = connect(server)
  ana = await server.addSubscriber()
})

async function addHouse(location: string, listing: Parameters<TestServer['addListing']>[0] = {}) {
  const id = location.toLowerCase()
  await server.addListing({ id, propertyType: 'House', location, prefecture: 'kyoto', ...listing })
  return id
}

const addToFavorites = (listing_id: string) => server.call(ana, addFavorite, { listing_id })

/** Stubs `print`. Returns a list that collects the text of the page at each print. */
function recordPrints() {
  const prints: string[] = []
  vi.stubGlobal('print', () => prints.push(document.querySelector('main')?.textContent ?? ''))
  return prints
}

test('the printable dossier of a house contains facts, warning signs, costs, questions, contact and source', async () => {
  const id = await addHouse('Ine', {
    ...toBits(['septic-tank', 'parking']),
    facts: { sewage: 'septic' },
    priceYen: 1_800_000,
    remarks: '海が見えます。',
    contactNumber: '0772-32-0001',
    referenceUrl: 'https://akiya.example/houses/12',
  })
  openApp(`/listings/${id}/print`, ana)
  const dossier = within(await screen.findByRole('article', { name: 'House in Ine' }))
  expect(document.title).toBe('House in Ine · Engawa')
  dossier.getByText('¥1,800,000', { selector: 'p span' })
  dossier.getByRole('heading', { name: 'Septic tank' })
  dossier.getByText(/^Waste water is treated in a tank/)
  dossier.getByText('Septic tank (jōkasō)')
  dossier.getByText('Good signs: Parking.')
  expect(dossier.getByText('海が見えます。').lang).toBe('ja')
  dossier.getByText('Agent')
  dossier.getByText('Contact in this listing: 0772-32-0001')
  const page = dossier.getByRole('link', { name: 'https://akiya.example/houses/12' })
  expect(page.getAttribute('href')).toBe('https://akiya.example/houses/12')
  const questions = within(
    dossier.getByRole('heading', { name: 'Questions' }).parentElement ?? page,
  )
  // A house with a septic tank gets the question about the tank in place of the question about the
  // sewer.
  questions.getByText(/^How old is the septic tank/)
  expect(questions.queryByText(/^Is there a sewer/)).toBeNull()
  expect(questions.getByText(/^境界標はございますでしょうか/).lang).toBe('ja')
})

const writeHouseNotes = (id: string, fields: Record<string, unknown>) =>
  writeNotes(server, ana, houseRecord(id), fields)

const addedPhoto = (minutes: number) => {
  const at = new Date(Date.UTC(2026, 4, 3, 10, minutes)).toISOString()
  return { width: 4, height: 3, bytes: 4, added_at: at, taken_at: at }
}

/** Stores a photo on this device only. */
async function keepPhoto(house: string, id: string) {
  const bytes = new Uint8Array([1, 2, 3, 4]).buffer
  const unsent = { id, record: houseRecord(house), photo: addedPhoto(0), isNamed: true }
  localStorage.setItem('token', ana.token)
  await storePhoto(ana.id, unsent, { image: bytes, thumbnail: bytes })
}

/** Returns the notes in a dossier as pairs of a name and a text. */
const notesIn = (section: HTMLElement) =>
  [...section.querySelectorAll('dl > div')].map((row) => [
    row.querySelector('dt')?.textContent,
    [...row.querySelectorAll('dd')].map(({ textContent }) => textContent).join(' | '),
  ])

test('a dossier contains what the person has noted on the house, after the watch-outs', async () => {
  const id = await addHouse('Ine', { ...toBits(['septic-tank']) })
  const bath = randomUUID()
  await writeNotes(server, ana, criterionRecord(bath), { name: 'Bath' })
  await writeHouseNotes(id, {
    status: 'seen',
    verdict: 'Dry and light',
    note: 'The roof is new.\nThe office said 雨漏り.',
    'rating.roof': 5,
    [`rating.${bath}`]: 2,
    'check.tilt.answer': 'problem',
    'told.price': 1_250_000,
    'told.agreement': 'The barn is included',
    pin: { latitude: 35.67, longitude: 135.28, accuracy_m: 11.6 },
  })
  openApp(`/listings/${id}/print`, ana)
  const section = await screen.findByRole('region', { name: 'Your notes' })
  expect(notesIn(section)).toEqual([
    ['Status', 'Seen'],
    ['Summary', 'Dry and light'],
    ['Notes', 'The roof is new.\nThe office said 雨漏り.'],
    ['Rating', '3.5 of 5'],
    ['Roof', '5 of 5'],
    ['Bath', '2 of 5'],
    ['Checklist', expect.stringMatching(/^1 of \d+ answered \| 1 problem$/)],
    ['Price you were told', '¥1,250,000'],
    ['Told or agreed', 'The barn is included'],
    ['Your pin', 'Accurate to 12 m'],
  ])
  expect(within(section).getByText('雨漏り').lang).toBe('ja')
  const headings = screen.getAllByRole('heading').map(({ textContent }) => textContent)
  const at = headings.indexOf('Your notes')
  expect(headings.slice(at - 2, at + 2)).toEqual([
    'Watch out for',
    'Septic tank',
    'Your notes',
    'Facts',
  ])
})

test('a dossier contains the first six photos that the person added, and opens without a network', async () => {
  const id = await addHouse('Ine')
  const photos = Array.from({ length: 9 }, () => randomUUID())
  const [first = '', second = ''] = photos
  await writeHouseNotes(id, {
    ...Object.fromEntries(photos.map((photo, at) => [photoField(photo), addedPhoto(at)])),
    [captionField(second)]: 'The roof',
  })
  openApp(`/listings/${id}`, ana)
  await screen.findByRole('heading', { name: 'Your photos' })
  closeApp()
  await keepPhoto(id, first)
  await keepPhoto(id, second)
  network.disconnect()

  openApp(`/listings/${id}/print`, ana)
  const section = within(await screen.findByRole('region', { name: 'Your notes' }))
  await section.findByRole('img', { name: 'Your photo 1 of 9' })
  await section.findByRole('img', { name: 'Your photo 2 of 9' })
  section.getByText('The roof')
  section.getByText('6 of 9 of your photos.')
  expect(await section.findAllByText('Photo not on this device yet')).toHaveLength(4)
  network.reconnect()
})

test('a dossier of a house without notes has no section for notes', async () => {
  const id = await addHouse('Ine')
  openApp(`/listings/${id}/print`, ana)
  await screen.findByRole('heading', { name: 'Questions' })
  await waitFor(() => expect(noteRecords.fieldsOf(houseRecord(id))).toEqual({}))
  await waitFor(() => expect(noteRecords.areLoaded(criterionRecord(''))).toBe(true))
  await waitFor(() => expect(areUnsentEditsRead()).toBe(true))
  expect(screen.queryByRole('region', { name: 'Your notes' })).toBeNull()
  expect(document.querySelector('main [aria-busy]')).toBeNull()
})

test('the print button waits until the photos of the person are loaded', async () => {
  const prints = recordPrints()
  const id = await addHouse('Ine')
  const photo = randomUUID()
  await writeHouseNotes(id, { verdict: 'Dry and light', [photoField(photo)]: addedPhoto(0) })
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let isAsked = false
  network.hold = async (path) => {
    if (!path.includes(photo)) return
    isAsked = true
    await released
  }
  const { person } = openApp(`/listings/${id}/print`, ana)
  await screen.findByText('Dry and light')
  await waitFor(() => expect(isAsked).toBe(true))
  await person.click(screen.getByRole('button', { name: 'Print or save as PDF' }))
  expect(prints).toEqual([])
  release()
  // The server has no image of this photo.
  await screen.findByText('Photo not on this device yet')
  await waitFor(() => expect(prints).toHaveLength(1))
  expect(prints[0]).toContain('Dry and light')
  expect(prints[0]).toContain('Photo not on this device yet')
})

test('the print button prints all favorites, or only those that the person has chosen', async () => {
  const prints = recordPrints()
  for (const location of ['Ine', 'Miyama', 'Ayabe']) await addToFavorites(await addHouse(location))
  const { person } = openApp('/favorites', ana)
  await person.click(await screen.findByRole('link', { name: 'print them all' }))
  await screen.findByText('3 houses. Each house begins on a new page.')
  await person.click(screen.getByRole('button', { name: 'Print or save as PDF' }))
  await waitFor(() => expect(prints).toHaveLength(1))
  for (const location of ['Ine', 'Miyama', 'Ayabe']) expect(prints[0]).toContain(location)

  await person.click(screen.getByRole('main').querySelector('a') ?? document.body)
  await person.click(await screen.findByRole('checkbox', { name: 'Choose House in Miyama' }))
  await person.click(await screen.findByRole('link', { name: 'Print' }))
  await screen.findByRole('article', { name: 'House in Miyama' })
  expect(screen.getAllByRole('article')).toHaveLength(1)
})

test('the page of a house links to its printable dossier, which opens without a network', async () => {
  const id = await addHouse('Ine')
  const { person } = openApp(`/listings/${id}`, ana)
  const link = await screen.findByRole('link', { name: 'Print this house' })
  await screen.findByRole('heading', { name: 'Whom to ask' })
  network.disconnect()
  await person.click(link)
  await screen.findByRole('heading', { name: 'Questions' })
})

test('at most fifty houses are printed at once', async () => {
  for (let at = 1; at <= 51; at++) await addToFavorites(await addHouse(`Ine-${at}`))
  openApp('/favorites/print', ana)
  await screen.findByText('50 houses, the first of 51. Each house begins on a new page.')
  expect(screen.getAllByRole('article')).toHaveLength(50)
})

test('the dossier page of an unknown house says that the house was not found', async () => {
  openApp('/listings/nowhere/print', ana)
  await screen.findByText('Listing not found or not accessible.')
})
