import { randomUUID } from 'node:crypto'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createStore, entries, set } from 'idb-keyval'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { unsentNotes } from '#client/notes/unsent-notes.ts'
import { openStore } from '#client/outbox/outbox-store.ts'
import { NOTES_OUTBOX } from '#client/sync/worker-messages.ts'
import { addFavorite } from '#contract/favorites.ts'
import { MAX_NOTE_BYTES } from '#contract/note-limits.ts'
import { listNotes } from '#contract/notes.ts'
import { photoField } from '#contract/own-photo-fields.ts'
import { toBits } from '#search/marks.ts'
import { notebooks } from '#server/db/schema.ts'
import { closeApp, connect, holdIdle, openApp } from '#tests/support/app.tsx'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'
import { writeNotes } from '#tests/support/write-notes.ts'

let server: TestServer
let network: ReturnType<typeof connect>
let ana: Person

beforeEach(async () => {
  server = await startServer()
  network = connect(server)
  ana = await server.addSubscriber({ user: { name: 'Ana Prieto' } })
  await server.addListing({ id: 'ine', propertyType: 'House', location: 'Ine' })
})

/**
 * Opens the house by a link to its notes, which unfolds them, and returns the notes. Queries on the notes are much faster than queries on the
 * whole page.
 */
async function openNotes() {
  const app = openApp('/listings/ine#notes-ine', ana)
  await screen.findByLabelText('Notes')
  const region = document.getElementById('notes-ine')
  if (!region) throw new Error('The page has no notes')
  return { ...app, notes: within(region) }
}

async function notesOnServer(person = ana) {
  const { body } = await server.call(person, listNotes, {})
  return Object.fromEntries(
    body.fields.flatMap(({ record, field, value }) =>
      record === 'house:ine' && value !== null ? [[field, value]] : [],
    ),
  )
}

const untilOnServer = (notes: Record<string, unknown>) =>
  waitFor(async () => expect(await notesOnServer()).toEqual(notes))

/** The text in an input or a text area. */
const inputValue = (control: HTMLElement) => (control as HTMLInputElement).value

/** Writes a field of the notes as another device of the same person does. */
const writeElsewhere = (field: string, value: unknown, record = 'house:ine') =>
  writeNotes(server, ana, record, { [field]: value })

test('a note that has reached the maximum length says how many characters fit', async () => {
  const { person, notes } = await openNotes()
  const verdict = notes.getByLabelText('Summary')
  await person.click(verdict)
  await person.paste('V'.repeat(199))
  expect(notes.queryByText(/characters fit here/)).toBeNull()
  await person.paste('VV')
  expect(inputValue(verdict)).toBe('V'.repeat(200))
  notes.getByText('At most 200 characters fit here')
})

test('notes are sent to the server automatically, without a button to save them', async () => {
  const { person, notes } = await openNotes()
  await person.click(notes.getByRole('button', { name: 'Seen' }))
  await person.type(notes.getByLabelText('Summary'), 'Too damp')
  await person.type(notes.getByLabelText('Notes'), 'Ask about the roof')
  await untilOnServer({ status: 'seen', verdict: 'Too damp', note: 'Ask about the roof' })
  await notes.findByText('Sent')

  await person.click(notes.getByRole('button', { name: 'Seen' }))
  await person.clear(notes.getByLabelText('Summary'))
  await untilOnServer({ note: 'Ask about the roof' })
})

test('the page of a house shows the notes in one line below the title, and a tap on this line leads to the notes', async () => {
  const { person, notes } = await openNotes()
  expect(screen.queryByRole('link', { name: /^Your notes: / })).toBeNull()
  await person.click(notes.getByRole('button', { name: 'Interested' }))
  await person.type(notes.getByLabelText('Summary'), 'Sound roof')
  const line = await screen.findByRole('link', { name: 'Your notes: Interested\u00a0· Sound roof' })
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
  onTestFinished(() => scrolled.mockRestore())
  await person.click(line)
  await waitFor(() =>
    expect(scrolled.mock.contexts).toContain(document.getElementById('notes-ine')),
  )
})

test('after a note was sent, a status message for screen readers says so', async () => {
  const { person, notes } = await openNotes()
  await person.click(notes.getByRole('button', { name: 'Seen' }))
  await notes.findByText('Your changes are sent.', { selector: '[role=status]' })
})

test('the sentence that says who can see the photos is not a status message, so screen readers do not announce it', async () => {
  const { notes } = await openNotes()
  const sentence = await notes.findByText(/Only you see your photos/)
  expect(sentence.closest('[role=status]')).toBeNull()
})

test('the page of a house shows the watch-outs of the house above the notes', async () => {
  const bits = toBits(['septic-tank'])
  if (!bits) throw new Error('A septic tank is no sign')
  await server.addListing({ id: 'seiyo', ...bits })
  openApp('/listings/seiyo', ana)
  const notes = await screen.findByText('Add a note')
  const sign = screen.getByText('Septic tank')
  expect(sign.compareDocumentPosition(notes)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('empty notes are one line, which a tap unfolds and folds', async () => {
  const { person } = openApp('/listings/ine', ana)
  await person.click(await screen.findByText('Add a note'))
  await person.type(await screen.findByLabelText('Notes'), 'Dry cellar')
  await person.clear(screen.getByLabelText('Notes'))
  screen.getByLabelText('Notes')
  await person.click(screen.getByRole('heading', { name: 'Your notes' }))
  await screen.findByText('Add a note')
})

test('notes that are not empty are open', async () => {
  await writeElsewhere('status', 'seen')
  openApp('/listings/ine', ana)
  await screen.findByLabelText('Notes')
})

test('the notes on the page of a house appear first, and the sections below them are rendered afterwards', async () => {
  const { person } = await openNotes()
  await person.click(screen.getByRole('link', { name: 'Print this house' }))
  const back = await screen.findByRole('link', { name: 'The house' })
  let areNotesFirst = false
  const observer = new MutationObserver(() => {
    areNotesFirst ||=
      screen.queryByText('Add a note') !== null && screen.queryByText('About this listing') === null
  })
  observer.observe(document.body, { childList: true, subtree: true })
  await person.click(back)
  await screen.findByText('About this listing')
  observer.disconnect()
  expect(areNotesFirst).toBe(true)
})

test('the page first reads which photos still wait for their upload, and only then says that all photos are sent', async () => {
  const at = '2026-11-26T01:00:00.000Z'
  const photo = { width: 4, height: 3, bytes: 4, added_at: at, taken_at: at }
  await writeElsewhere(photoField(randomUUID()), photo)
  const becomeIdle = holdIdle()
  const { notes } = await openNotes()
  await notes.findByText(/Only you see your photos/)
  expect(notes.queryByText('All photos are sent.')).toBeNull()
  becomeIdle()
  await notes.findByText('All photos are sent.')
})

test('a note typed offline survives a restart, and is sent when the network returns', async () => {
  const { person, notes } = await openNotes()
  await writeElsewhere('verdict', 'From home')
  network.disconnect()
  await person.type(notes.getByLabelText('Notes'), 'Dry cellar')
  await notes.findByText(/^Saved on this device/)
  closeApp()

  const { notes: again } = await openNotes()
  expect(inputValue(again.getByLabelText('Notes'))).toBe('Dry cellar')
  network.reconnect()
  await untilOnServer({ note: 'Dry cellar', verdict: 'From home' })
  await waitFor(() => expect(inputValue(again.getByLabelText('Summary'))).toBe('From home'))
})

/** Makes every later write to IndexedDB fail, as on a full device. Local storage still works. */
function fillDatabases() {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError')
  })
  onTestFinished(() => put.mockRestore())
}

test('a note that IndexedDB could not commit is not called saved, even if local storage holds it', async () => {
  const { person, notes } = await openNotes()
  network.disconnect()
  fillDatabases()
  const sentences: string[] = []
  const observer = new MutationObserver(() => sentences.push(document.body.textContent ?? ''))
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  await person.type(notes.getByLabelText('Notes'), 'Dry cellar')
  await notes.findByText('Not saved yet: keep this page open')
  observer.disconnect()
  expect(Object.keys(localStorage).filter((key) => key.startsWith('notes-unsent-'))).toHaveLength(1)
  expect(sentences.filter((text) => text.includes('Saved on this device'))).toEqual([])
})

test('while a person types, the page does not say that the notes are sent or saved', async () => {
  const { person, notes } = await openNotes()
  await person.type(notes.getByLabelText('Notes'), 'Dry cellar')
  await notes.findByText('Sent')
  fireEvent.change(notes.getByLabelText('Notes'), { target: { value: 'Dry cellar, no smell' } })
  notes.getByText('Saving…')
  expect(notes.queryByText('Sent')).toBeNull()
  await notes.findByText('Sent')
})

test('a note is kept when its page is closed in the middle of typing', async () => {
  const { person, notes } = await openNotes()
  network.disconnect()
  await person.type(notes.getByLabelText('Notes'), 'Half a sent')
  document.dispatchEvent(new Event('visibilitychange'))
  closeApp()
  const { notes: again } = await openNotes()
  expect(inputValue(again.getByLabelText('Notes'))).toBe('Half a sent')
})

test('if two devices write a note at the same time, the page shows both texts, and either can be chosen', async () => {
  const { person, notes } = await openNotes()
  network.disconnect()
  await person.type(notes.getByLabelText('Summary'), 'Mine')
  await person.tab()
  await writeElsewhere('verdict', 'From the other phone')
  server.setNow('2026-01-15T00:00:10Z')
  network.reconnect()
  await notes.findByText(/^On another device, you wrote “From the other phone”/)
  expect(inputValue(notes.getByLabelText('Summary'))).toBe('Mine')

  await person.click(await notes.findByRole('button', { name: 'Use it for Summary' }))
  expect(inputValue(notes.getByLabelText('Summary'))).toBe('From the other phone')
  expect(notes.queryByText(/^On another device, you wrote/)).toBeNull()
  await untilOnServer({ verdict: 'From the other phone' })
  const { body } = await server.call(ana, listNotes, {})
  expect(body.fields).toMatchObject([{ other: null }])
})

test('the checklist in the notes counts answers and problems, and saves remarks', async () => {
  const { person, notes } = await openNotes()
  const tilt = 'Does the house tilt, or has the ground settled?'
  await person.click(notes.getByText('Checklist'))
  await person.click(
    within(await notes.findByRole('group', { name: tilt })).getByRole('button', {
      name: 'Problem',
    }),
  )
  await person.click(notes.getByRole('button', { name: `Write a remark: ${tilt}` }))
  expect(document.activeElement).toBe(notes.getByLabelText('Remark'))
  await person.keyboard('3 cm to the east')
  notes.getByText(/^1 of 17, 1 problem$/)
  await untilOnServer({
    'check.tilt.answer': 'problem',
    'check.tilt.remark': '3 cm to the east',
  })
})

test('a person can rate a house by a criterion of their own', async () => {
  const { person, notes } = await openNotes()
  await person.click(notes.getByText('Rating'))
  await notes.findByText('5 is the best rating. For damp, 5 means a dry house.')
  await person.type(await notes.findByLabelText(/^Your own criterion/), 'Bath')
  await person.click(notes.getByRole('button', { name: 'Add' }))
  const bath = within(await notes.findByRole('group', { name: 'Bath' }))
  await person.click(bath.getByRole('button', { name: '4 of 5' }))
  const roof = within(notes.getByRole('group', { name: 'Roof' }))
  await person.click(roof.getByRole('button', { name: '1 of 5' }))
  notes.getByText('2.5 of 5')
  await waitFor(async () => expect(Object.keys(await notesOnServer())).toHaveLength(2))
})

test('the price that the seller has named may be typed in Japanese notation', async () => {
  const { person, notes } = await openNotes()
  await person.click(notes.getByText('What you were told'))
  await person.type(await notes.findByLabelText('Price you were told, in yen'), '125万')
  await untilOnServer({ 'told.price': 1_250_000 })
})

function provideGeolocation(
  answer: Partial<GeolocationPosition> | { code: number },
  whenFound: Promise<void> = Promise.resolve(),
) {
  Object.defineProperty(navigator, 'geolocation', {
    configurable: true,
    value: {
      async getCurrentPosition(
        found: (position: unknown) => void,
        failed: (error: unknown) => void,
      ) {
        await whenFound
        if ('code' in answer) failed({ ...answer, PERMISSION_DENIED: 1 })
        else found(answer)
      },
    },
  })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'geolocation'))
}

const COORDS = { latitude: 35.6790234, longitude: 135.2880001, accuracy: 11.6 }
// The app reads only the coordinates and the accuracy, so the stub has no other fields.
const POSITION = { coords: COORDS as GeolocationCoordinates }

test('a private pin stores the position of the house and the accuracy of the position', async () => {
  provideGeolocation(POSITION)
  const { person, notes } = await openNotes()
  await person.click(notes.getByText('Your pin'))
  await person.click(await notes.findByRole('button', { name: 'I am here' }))
  await notes.findByText('35.67902, 135.28800, accurate to 12 m')
  await untilOnServer({ pin: { latitude: 35.67902, longitude: 135.288, accuracy_m: 11.6 } })
  await person.click(notes.getByRole('button', { name: 'Remove pin' }))
  await untilOnServer({})
})

test('a position that is found after another person has signed in is not saved in the notes of that person', async () => {
  let find = () => {}
  const whenFound = new Promise<void>((resolve) => {
    find = resolve
  })
  provideGeolocation(POSITION, whenFound)
  const { person, notes } = await openNotes()
  await person.click(notes.getByText('Your pin'))
  await person.click(await notes.findByRole('button', { name: 'I am here' }))

  const ben = await server.addSubscriber({ user: { name: 'Ben Okri' } })
  localStorage.setItem('token', ben.token)
  dispatchEvent(new StorageEvent('storage', { key: 'token' }))
  await screen.findByRole('button', { name: 'Account menu of Ben Okri' })
  find()
  // Wait until the page has handled the position, which it does before the next timer.
  await new Promise((resolve) => setTimeout(resolve))
  expect(unsentNotes.all()).toEqual([])
})

test('if the browser refuses to tell the position, the notes explain why', async () => {
  provideGeolocation({ code: 1 })
  const { person, notes } = await openNotes()
  await person.click(notes.getByText('Your pin'))
  await person.click(await notes.findByRole('button', { name: 'I am here' }))
  await notes.findByText(/^Engawa is not allowed to use your position/)
})

test('an enlarged photo shows the day (in Japan) on which it was taken', async () => {
  await writeElsewhere(photoField(randomUUID()), {
    ...{ width: 4, height: 3, bytes: 4, added_at: '2026-11-26T01:00:00.000Z' },
    taken_at: '2026-11-24T16:00:00.000Z',
  })
  const { person, notes } = await openNotes()
  await person.click(await notes.findByRole('button', { name: 'Photo 1' }))
  await notes.findByText('Taken on Nov 25, 2026')
})

test('notes that the device has stored in the format of another version are fetched again', async () => {
  const store = createStore('engawa-notes', 'records')
  await writeElsewhere('verdict', 'Too damp')
  const [field] = (await server.call(ana, listNotes, {})).body.fields
  await set(`${ana.id} house:ine`, { version: 0, fields: { verdict: field } }, store)
  await set(ana.id, { version: 0, cursor: field?.revision }, store)
  const { notes } = await openNotes()
  await waitFor(() => expect(inputValue(notes.getByLabelText('Summary'))).toBe('Too damp'))
})

test('an earlier version of a note can be restored', async () => {
  const { person, notes } = await openNotes()
  const verdict = notes.getByLabelText('Summary')
  await person.type(verdict, 'Buy it')
  await person.tab()
  await untilOnServer({ verdict: 'Buy it' })
  await notes.findByText('Sent')
  await person.clear(verdict)
  await person.type(verdict, 'Leave it')
  await person.tab()
  await untilOnServer({ verdict: 'Leave it' })
  await person.click(notes.getByText('Earlier versions'))
  await person.click(await notes.findByLabelText(/^Use Summary again: “Buy it”/))
  expect(inputValue(verdict)).toBe('Buy it')
  await untilOnServer({ verdict: 'Buy it' })
})

test('a note that the server refuses stays on the device, and the page says so', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await server.services.db.insert(notebooks).values({ userId: ana.id, bytes: MAX_NOTE_BYTES })
  const { person, notes } = await openNotes()
  await person.type(notes.getByLabelText('Notes'), 'One too many')
  await notes.findByText(/Engawa did not accept the change/)
  await screen.findByText(/^Your notes fill 20 MB/)
  closeApp()
  await server.services.db.update(notebooks).set({ bytes: 0 })
  await openNotes()
  await untilOnServer({ note: 'One too many' })
})

test('each favorite shows its notes in one line, and the notes can be searched', async () => {
  await server.addListing({ id: 'miyama', propertyType: 'House', location: 'Miyama' })
  for (const listing_id of ['ine', 'miyama']) await server.call(ana, addFavorite, { listing_id })
  await writeElsewhere('status', 'shortlisted')
  await writeElsewhere('verdict', 'Damp, but by the sea')
  await writeElsewhere('check.tilt.remark', 'Leans a little', 'house:miyama')

  const { person } = openApp('/favorites', ana)
  await screen.findByText('Interested · Damp, but by the sea')
  await person.type(await screen.findByLabelText('Search your notes'), 'leans')
  await screen.findByText('“leans” is in the notes on 1 of 2 favorites.')
  screen.getByRole('article', { name: 'House in Miyama' })
  expect(screen.queryByRole('article', { name: 'House in Ine' })).toBeNull()
})

test.each([
  ['IS DAMP', '…first room is damp in the far corner'],
  ['sea', '…By the sea'],
  ['interest', 'Interested · By the sea'],
  ['雨漏り', '…の天井に二箇所ほど大きな雨漏りの跡があります'],
  ['a+b?', 'Photo of a+b?'],
])(
  'a search for “%s” shows the line of the note with the found text marked',
  async (text, line) => {
    await server.call(ana, addFavorite, { listing_id: 'ine' })
    await writeElsewhere('status', 'shortlisted')
    await writeElsewhere('verdict', 'By the sea')
    await writeElsewhere(
      'note',
      'Nice garden\nThe floor of the first room is damp in the far corner\n二階の奥の部屋の天井に二箇所ほど大きな雨漏りの跡があります',
    )
    await writeElsewhere('told.agreement', 'Photo of a+b?')
    openApp(`/favorites?note=${encodeURIComponent(text)}`, ana)
    const card = await screen.findByRole('article', { name: 'House in Ine' })
    const mark = await waitFor(() => card.querySelector('mark') ?? expect.fail('No match'))
    expect(mark.textContent.toLowerCase()).toBe(text.toLowerCase())
    expect(mark.parentElement?.textContent).toBe(`Your notes: ${line}`)
  },
)

test("after another person has signed in, the device holds none of the first person's notes", async () => {
  const { person, notes } = await openNotes()
  await person.type(notes.getByLabelText('Notes'), 'Sent secret')
  await person.tab()
  await untilOnServer({ note: 'Sent secret' })
  network.disconnect()
  await person.type(notes.getByLabelText('Summary'), 'Unsent secret')
  await notes.findByText(/^Saved on this device/)
  closeApp()
  network.reconnect()

  const password = 'a lantern in the hall'
  const ben = await server.addSubscriber({ user: { name: 'Ben', password } })
  localStorage.removeItem('token')
  const { person: other } = openApp('/login')
  await other.type(await screen.findByLabelText('Email'), ben.email)
  await other.type(screen.getByLabelText('Password'), password)
  await other.click(screen.getByRole('button', { name: 'Sign In' }))
  await screen.findByRole('article', { name: 'House in Ine' })
  await waitFor(async () => {
    const stored = await Promise.all(
      (await indexedDB.databases()).map(async ({ name = '' }) => [name, await readDatabase(name)]),
    )
    expect(JSON.stringify([stored, { ...localStorage }])).not.toContain('secret')
  })
  expect(await entries(openStore(NOTES_OUTBOX))).toEqual([])
})

/** Reads all records of a database. */
function readDatabase(name: string) {
  return new Promise<unknown[]>((resolve, reject) => {
    const request = indexedDB.open(name)
    request.onerror = () => reject(request.error)
    request.onsuccess = async () => {
      const { result: database } = request
      const stores = [...database.objectStoreNames]
      const all = await Promise.all(
        stores.map(
          (store) =>
            new Promise((resolve) => {
              const rows = database.transaction(store).objectStore(store).getAll()
              rows.onsuccess = () => resolve(rows.result)
            }),
        ),
      )
      database.close()
      resolve(all)
    }
  })
}
