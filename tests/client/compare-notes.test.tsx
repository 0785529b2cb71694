import { randomUUID } from 'node:crypto'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { partnerNotesQuery } from '#client/data/shortlist.ts'
import { noteRecords } from '#client/notes/note-records.ts'
import { areUnsentEditsRead } from '#client/notes/notes-sync.ts'
import { storePhoto } from '#client/notes/own-photos/own-photo-rows.ts'
import { addFavorite } from '#contract/favorites.ts'
import { criterionRecord, houseRecord } from '#contract/note-choices.ts'
import { captionField, photoField } from '#contract/own-photo-fields.ts'
import {
  acceptInvitation,
  addToShortlist,
  inviteToShortlist,
  shareNotes,
} from '#contract/shortlist.ts'
import { closeApp, connect, openApp } from '#tests/support/app.tsx'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'
import { writeNotes } from '#tests/support/write-notes.ts'

let server: TestServer
let network: ReturnType<typeof connect>
let ana: Person

beforeEach(async () => {
  server = await startServer()
  network = connect(server)
  ana = await server.addSubscriber({ user: { name: 'Ana' } })
  for (const location of ['Ine', 'Yabu']) {
    const id = location.toLowerCase()
    await server.addListing({ id, propertyType: 'House', location, layout: '4LDK' })
    await server.call(ana, addFavorite, { listing_id: id })
  }
})

const write = (record: string, fields: Record<string, unknown>, person = ana) =>
  writeNotes(server, person, record, fields)

async function openComparison() {
  const app = openApp('/favorites/compare?ids=ine,yabu', ana)
  return { ...app, table: within(await screen.findByRole('table')) }
}

/** Finds the row `name` in the group `heading`, and returns the text of each cell. */
async function cellsOf(heading: string, name: string) {
  const group = (await screen.findByRole('rowheader', { name: heading })).closest('tbody')
  if (!group) throw new Error('The heading belongs to no group')
  const row = (await within(group).findByRole('rowheader', { name })).closest('tr')
  return [...(row?.querySelectorAll('td') ?? [])].map((cell) =>
    [...cell.children].map(({ textContent }) => textContent).join(' | '),
  )
}

const headings = () =>
  screen
    .getAllByRole('rowheader')
    .filter((name) => name.getAttribute('scope') === 'rowgroup')
    .map(({ textContent }) => textContent)

test("a comparison shows what the person has noted on each house, before the houses' facts", async () => {
  const bath = randomUUID()
  await write(criterionRecord(bath), { name: 'Bath' })
  await write(houseRecord('ine'), {
    status: 'seen',
    verdict: 'Dry and light',
    note: 'The roof is new.\nThe road is narrow.',
    'rating.roof': 5,
    [`rating.${bath}`]: 2,
    'check.tilt.answer': 'problem',
    'check.wiring.answer': 'fine',
    'told.price': 1_250_000,
    'told.agreement': 'The barn is included',
    pin: { latitude: 35.67, longitude: 135.28, accuracy_m: 11.6 },
  })
  await write(houseRecord('yabu'), { status: 'rejected', 'rating.roof': 2 })
  await openComparison()

  const noted = (name: string) => cellsOf('Your notes', name)
  expect(await noted('Status')).toEqual(['Seen', 'Rejected'])
  expect(await noted('Summary')).toEqual(['Dry and light', ''])
  expect(await noted('Notes')).toEqual(['The roof is new.\nThe road is narrow.', ''])
  expect(await noted('Rating')).toEqual(['3.5 of 5', '2.0 of 5'])
  expect(await noted('Roof')).toEqual(['5 of 5', '2 of 5'])
  expect(await noted('Bath')).toEqual(['2 of 5', ''])
  expect(await noted('Checklist')).toEqual(['2 of 17 answered | 1 problem', ''])
  expect(await noted('Price you were told')).toEqual(['¥1,250,000', ''])
  expect(await noted('Told or agreed')).toEqual(['The barn is included', ''])
  expect(await noted('Your pin')).toEqual(['Accurate to 12 m', ''])
  // Nobody has rated the light.
  expect(screen.queryByRole('rowheader', { name: 'Light' })).toBeNull()
  expect(headings().indexOf('Your notes')).toBeLessThan(headings().indexOf('Offer'))
})

test('in a comparison, a person without notes sees no rows for notes', async () => {
  await openComparison()
  await waitFor(() => expect(noteRecords.areLoaded(houseRecord(''))).toBe(true))
  await waitFor(() => expect(areUnsentEditsRead()).toBe(true))
  expect(headings()).toContain('Offer')
  expect(headings()).not.toContain('Your notes')
})

test('a comparison opens offline with the notes, including unsent ones', async () => {
  await write(houseRecord('yabu'), { verdict: 'Too damp' })
  openApp('/favorites', ana)
  await screen.findByText('Too damp')
  closeApp()
  network.disconnect()
  const { person } = openApp('/listings/ine', ana)
  await person.click(await screen.findByText('Add a note'))
  await person.type(await screen.findByLabelText('Summary'), 'Ours')
  await person.tab()
  closeApp()
  await openComparison()
  expect(await cellsOf('Your notes', 'Summary')).toEqual(['Ours', 'Too damp'])
  network.reconnect()
})

test('a long note is folded until the person unfolds it', async () => {
  await write(houseRecord('ine'), { note: 'The roof leaks in three places. '.repeat(20) })
  const { person, table } = await openComparison()
  const unfold = await table.findByRole('button', { name: 'Show all' })
  expect(unfold.getAttribute('aria-expanded')).toBe('false')
  await person.click(unfold)
  expect(table.getByRole('button', { name: 'Show less' }).getAttribute('aria-expanded')).toBe(
    'true',
  )
})

test("a comparison shows thumbnails of the photos that the person added, and a tap opens the notes on the house's page", async () => {
  const id = randomUUID()
  const at = server.services.now().toISOString()
  const photo = { width: 4, height: 3, bytes: 4, added_at: at, taken_at: at }
  await write(houseRecord('ine'), { [photoField(id)]: photo, [captionField(id)]: 'The roof' })
  localStorage.setItem('token', ana.token)
  const unsent = { id, record: houseRecord('ine'), photo, isNamed: true }
  const bytes = new Uint8Array([1, 2, 3, 4]).buffer
  await storePhoto(ana.id, unsent, { image: bytes, thumbnail: bytes })
  const { table, person, address } = await openComparison()
  const photos = await table.findByRole('link', { name: '1 photo House in Ine' })
  await waitFor(() => expect(photos.querySelectorAll('img')).toHaveLength(1))
  expect(await cellsOf('Your notes', 'Your photos')).toHaveLength(2)
  table.getByText('No photos')
  await person.click(photos)
  await waitFor(() => expect(address()).toBe('/listings/ine#notes-ine'))
})

test("a comparison shows what the partner shares, under the partner's name", async () => {
  const jun = await server.addUser({ name: 'Jun' })
  await server.call(ana, addToShortlist, { listing_id: 'ine' })
  const { body } = await server.call(ana, inviteToShortlist, {})
  const token = new URL(body.link).hash.slice(1)
  await server.call(jun, acceptInvitation, { token })
  await write(
    houseRecord('ine'),
    { status: 'shortlisted', verdict: 'Near the sea', 'rating.roof': 4, 'rating.light': 5 },
    jun,
  )
  await write(houseRecord('ine'), { verdict: 'Too far' })
  const { queryClient } = await openComparison()
  expect(await cellsOf('Your notes', 'Summary')).toEqual(['Too far', ''])
  const { queryKey } = partnerNotesQuery('ine', 'Jun')
  await waitFor(() => expect(queryClient.getQueryData(queryKey)).toBeDefined())
  expect(headings()).not.toContain('Jun’s notes')
  closeApp()

  await server.call(jun, shareNotes, { id: 'ine', shared: true })
  await openComparison()
  expect(await cellsOf('Jun’s notes', 'Status')).toEqual(['Interested', ''])
  expect(await cellsOf('Jun’s notes', 'Summary')).toEqual(['Near the sea', ''])
  expect(await cellsOf('Jun’s notes', 'Rating')).toEqual([
    '4.5 of 5 | Roof: 4 of 5 | Light: 5 of 5',
    '',
  ])
  closeApp()

  network.disconnect()
  await openComparison()
  expect(await cellsOf('Jun’s notes', 'Summary')).toEqual(['Near the sea', ''])
  network.reconnect()
})
