import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { noteRecords } from '#client/notes/note-records.ts'
import { addFavorite } from '#contract/favorites.ts'
import { dayInJapan } from '#contract/japan-day.ts'
import { listNotes } from '#contract/notes.ts'
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
  for (const id of ['ine', 'miyama', 'ayabe']) {
    await server.addListing({ id, propertyType: 'House', location: id })
    await server.call(ana, addFavorite, { listing_id: id })
  }
})

afterEach(() => {
  vi.useRealTimers()
})

/** Changes the person's notes or plan, as another device of the same person does. */
const write = (record: string, fields: Record<string, unknown>) =>
  writeNotes(server, ana, record, fields)

async function openPlan(day = '') {
  const app = openApp(`/viewing-plan${day && `?day=${day}`}`, ana)
  await screen.findByRole('heading', { level: 2 })
  return app
}

const houses = () => [...document.querySelectorAll('ol > li h3')].map((h) => h.textContent)
const untilShown = (...titles: string[]) => waitFor(() => expect(houses()).toEqual(titles))

async function add(person: Awaited<ReturnType<typeof openPlan>>['person'], title: RegExp) {
  const select = await screen.findByLabelText('Add a favorite')
  const option = await within(select).findByRole<HTMLOptionElement>('option', { name: title })
  await person.selectOptions(select, option.value)
  await person.click(screen.getByRole('button', { name: 'Add to this day' }))
}

async function stored(record: string, field: string) {
  const { body } = await server.call(ana, listNotes, {})
  return body.fields.find((other) => other.record === record && other.field === field)?.value
}

test('a day planned offline survives a restart, and reaches the server when the network returns', async () => {
  const { person } = await openPlan('2026-01-20')
  await screen.findByLabelText('Add a favorite')
  network.disconnect()
  await add(person, /ine/)
  await add(person, /miyama/)
  await add(person, /ayabe/)
  await untilShown('House in ine', 'House in miyama', 'House in ayabe')
  await person.click(screen.getByRole('button', { name: 'Move house 3 earlier' }))
  await untilShown('House in ine', 'House in ayabe', 'House in miyama')
  closeApp()

  await openPlan('2026-01-20')
  await untilShown('House in ine', 'House in ayabe', 'House in miyama')
  network.reconnect()
  await waitFor(async () => expect(await stored('visit:ayabe', 'order')).toBe(1.5))
  expect(await stored('visit:miyama', 'order')).toBe(2)
  expect(await stored('visit:ine', 'day')).toBe('2026-01-20')
})

test('the viewing plan loads the notes of a house only when the house is planned', async () => {
  const pin = (longitude: number) => ({ latitude: 35, longitude, accuracy_m: 10 })
  await write('visit:ine', { day: '2026-01-20', order: 1 })
  await write('house:ine', { pin: pin(135.1) })
  await write('house:miyama', { pin: pin(135.3) })
  const { person } = await openPlan('2026-01-20')
  await untilShown('House in ine')
  expect(noteRecords.fieldsOf('house:ine')).toHaveProperty('pin')
  expect(noteRecords.fieldsOf('house:miyama')).toBeUndefined()
  await add(person, /miyama/)
  await screen.findByText('18 km from house 1 in a straight line, roughly 39 min by car')
})

test('the viewing plan stays visible while a house is added and while another day is opened', async () => {
  await write('visit:ine', { day: '2026-01-20', order: 1 })
  await write('visit:miyama', { day: '2026-01-21', order: 1 })
  const { person } = await openPlan('2026-01-20')
  await untilShown('House in ine')
  const shown: string[][] = []
  const observer = new MutationObserver(() => shown.push(houses()))
  observer.observe(document.body, { childList: true, subtree: true })
  await add(person, /ayabe/)
  await untilShown('House in ine', 'House in ayabe')
  await person.click(screen.getByRole('link', { name: /^Wed, Jan 21/ }))
  await untilShown('House in miyama')
  observer.disconnect()
  expect(shown).not.toContainEqual([])
})

test('the select of a day lists the houses of other days apart, and the button says that it moves them', async () => {
  await write('visit:ine', { day: '2026-01-21', order: 1 })
  const { person } = await openPlan('2026-01-20')
  const select = await screen.findByLabelText('Add a favorite')
  const group = await within(select).findByRole('group', { name: 'Move from Wed, Jan 21' })
  const [moved] = within(group).getAllByRole<HTMLOptionElement>('option')
  expect(moved?.textContent).toBe('House in ine')
  await person.selectOptions(select, moved?.value ?? '')
  await person.click(screen.getByRole('button', { name: 'Move to this day' }))
  await untilShown('House in ine')
})

test('when a person moves a house in the viewing plan, screen readers announce the house and its new position', async () => {
  await write('visit:ine', { day: '2026-01-20', order: 1 })
  await write('visit:miyama', { day: '2026-01-20', order: 2 })
  const { person } = await openPlan('2026-01-20')
  await untilShown('House in ine', 'House in miyama')
  const button = screen.getByRole('button', { name: 'Move house 2 earlier' })
  const described = document.getElementById(button.getAttribute('aria-describedby') ?? '')
  expect(described?.textContent).toBe('House in miyama')
  await person.click(button)
  const announced = await screen.findByText('House in miyama is now house 1 of 2.')
  expect(announced.closest('[role=status]')).not.toBeNull()
  expect(screen.getAllByRole('listitem').at(-2)?.textContent).toMatch(/^House 1House in miyama/)
})

test('after a person adds the last favorite to the viewing plan, the focus is on the heading of the page', async () => {
  const { person } = await openPlan('2026-01-20')
  await add(person, /ine/)
  await add(person, /miyama/)
  expect(document.activeElement?.textContent).toBe('Add to this day')
  await add(person, /ayabe/)
  await untilShown('House in ine', 'House in miyama', 'House in ayabe')
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
})

test('the viewing plan opens on the current day in Japan', async () => {
  const today = dayInJapan(new Date())
  await write('visit:ine', { day: today, order: 1 })
  await write('visit:miyama', { day: '2026-01-15', order: 1 })
  await openPlan()
  await screen.findByText(/^Today in Japan\. 1 house/)
  expect(screen.getByRole('link', { name: 'Today , 1 house' }).textContent).toBe('Today, 1 house')
  await untilShown('House in ine')
  expect(dayInJapan(new Date('2026-01-15T14:59:59Z'))).toBe('2026-01-15')
  expect(dayInJapan(new Date('2026-01-15T15:00:00Z'))).toBe('2026-01-16')
})

test('the viewing plan opens on the next day that has houses, marks only this day, and a link leads to today', async () => {
  const today = dayInJapan(new Date())
  const [past, next, later] = [-2, 3, 5].map((days) =>
    dayInJapan(new Date(Date.parse(`${today}T12:00+09:00`) + days * 86_400_000)),
  )
  await write('visit:ayabe', { day: past, order: 1 })
  await write('visit:miyama', { day: later, order: 1 })
  await write('visit:ine', { day: next, order: 1 })
  const { person } = await openPlan()
  await untilShown('House in ine')

  const days = () => within(screen.getByRole('navigation', { name: 'Days' })).getAllByRole('link')
  const current = () =>
    days().flatMap((link) => (link.hasAttribute('aria-current') ? link.textContent : []))
  expect(current()).toEqual([expect.stringMatching(/, 1 house$/)])
  await person.click(screen.getByRole('link', { name: 'Today' }))
  await screen.findByText(/^Today in Japan\. Nothing planned yet/)
  expect(current()).toEqual(['Today'])
})

test('while distances are unknown, the plan does not say that its order is the suggested one', async () => {
  await server.addListing({ id: 'uji', propertyType: 'House', location: 'uji' })
  for (const [index, id] of ['ine', 'miyama', 'ayabe', 'uji'].entries()) {
    await write(`visit:${id}`, { day: '2026-01-20', order: index })
    const pin = { latitude: 35, longitude: 135 + index / 10, accuracy_m: 10 }
    if (id !== 'uji') await write(`house:${id}`, { pin })
  }
  const { person } = await openPlan('2026-01-20')
  await person.click(await screen.findByRole('button', { name: 'Suggest an order' }))
  await screen.findByText('Some distances are unknown, so Engawa can suggest no other order.')
})

test('if a day of viewings ends after midnight, the plan says so', async () => {
  await write('visit:ine', { day: '2026-01-20', order: 1, 'appointment.time': '23:30' })
  await openPlan('2026-01-20')
  await screen.findByText('1 house, until about 00:15 on the next day.')
  screen.getByText('Appointment 23:30–00:15 on the next day')
})

test('if a drive takes more than a day, the plan says on which day the person arrives', async () => {
  await write('visit:ine', { day: '2026-01-20', order: 1 })
  await write('visit:miyama', { day: '2026-01-20', order: 2 })
  await write('house:ine', { pin: { latitude: 35.7, longitude: 135.3, accuracy_m: 9 } })
  await write('house:miyama', { pin: { latitude: 45.4, longitude: 141.7, accuracy_m: 9 } })
  await openPlan('2026-01-20')
  await screen.findByText(/^2 houses, until about \d\d:\d\d \(2 days later\)\.$/)
  screen.getByText(/^About \d\d:\d\d–\d\d:\d\d \(2 days later\)$/)
})

test('if a distance is unknown, the viewing plan reserves 30 minutes for the drive, and says so', async () => {
  await write('visit:ine', { day: '2026-01-20', order: 1 })
  await write('visit:miyama', { day: '2026-01-20', order: 2 })
  await openPlan('2026-01-20')
  await screen.findByText('2 houses, until about 11:00. Some distances are unknown.')
  screen.getByText('About 10:15–11:00')
  screen.getByText(/If a distance is unknown, the plan reserves 30 minutes\.$/)
  closeApp()

  await write('house:ine', { pin: { latitude: 35.675, longitude: 135.287, accuracy_m: 9 } })
  await write('house:miyama', { pin: { latitude: 35.675, longitude: 135.288, accuracy_m: 9 } })
  await openPlan('2026-01-20')
  await screen.findByText('2 houses, until about 10:35.')
})

test('the viewing plan shows an appointment with time, name and telephone link, and warns of a late arrival', async () => {
  await write('visit:ine', { day: '2026-01-20', order: 1, minutes: 120 })
  await write('visit:miyama', { day: '2026-01-20', order: 2 })
  const { person } = await openPlan('2026-01-20')
  await untilShown('House in ine', 'House in miyama')
  const card = within(screen.getAllByRole('listitem').at(-1) as HTMLElement)
  await person.click(card.getByText('Appointment and time'))
  fireEvent.change(await card.findByLabelText(/^Appointment, in Japan/), {
    target: { value: '10:30' },
  })
  await person.type(card.getByLabelText('With'), 'Mr. Mori')
  await person.type(card.getByLabelText('Phone'), '0772-32-0000')
  await person.tab()
  card.getByText('Appointment 10:30–11:15')
  card.getByText(/you arrive about 1 h after/)
  expect(card.getByRole('link', { name: 'Call Mr. Mori' }).getAttribute('href')).toBe(
    'tel:0772320000',
  )
  expect(card.getByRole('link', { name: /^Driver card/ }).getAttribute('href')).toBe(
    '/listings/miyama/driver',
  )
  await waitFor(async () =>
    expect(await stored('visit:miyama', 'appointment.name')).toBe('Mr. Mori'),
  )
})

test("the viewing plan measures distances between the person's own pins, and the person can undo a suggested order", async () => {
  const pin = (longitude: number) => ({ latitude: 35, longitude, accuracy_m: 10 })
  await write('day:2026-01-20', { 'start.pin': pin(135), 'start.name': 'Hotel Kita' })
  const longitudes = { ine: 135.1, miyama: 135.3, ayabe: 135.2 }
  for (const [index, [id, longitude]] of Object.entries(longitudes).entries()) {
    await write(`house:${id}`, { pin: pin(longitude) })
    await write(`visit:${id}`, { day: '2026-01-20', order: index })
  }
  const { person } = await openPlan('2026-01-20')
  await screen.findByText('9 km from Hotel Kita in a straight line, roughly 20 min by car')
  screen.getByText('18 km from house 1 in a straight line, roughly 39 min by car')
  screen.getByText(/^Distances are straight lines.*40 km\/h/)
  await person.click(screen.getByRole('button', { name: 'Suggest an order' }))
  await untilShown('House in ine', 'House in ayabe', 'House in miyama')
  await person.click(screen.getByRole('button', { name: 'Restore the previous order' }))
  await untilShown('House in ine', 'House in miyama', 'House in ayabe')
})

test('the suggested order for today begins with the houses already seen and the past appointments, in their previous order', async () => {
  const today = dayInJapan(server.services.now())
  const midnight = Date.parse(`${today}T00:00+09:00`)
  vi.useFakeTimers({ toFake: ['Date'], now: midnight + 12 * 3_600_000 })
  for (const id of ['uji', 'otsu', 'kameoka']) {
    await server.addListing({ id, propertyType: 'House', location: id })
  }
  const longitudes = {
    ine: 135.5,
    miyama: 135.9,
    uji: 135.2,
    otsu: 135.3,
    ayabe: 135,
    kameoka: 135.1,
  }
  for (const [index, [id, longitude]] of Object.entries(longitudes).entries()) {
    await write(`house:${id}`, { pin: { latitude: 35, longitude, accuracy_m: 10 } })
    await write(`visit:${id}`, { day: today, order: index })
  }
  await write(`day:${today}`, { 'start.pin': { latitude: 35, longitude: 135, accuracy_m: 10 } })
  await write('visit:miyama', { 'appointment.time': '11:00' })
  await write('visit:kameoka', { 'appointment.time': '23:00' })
  await write('house:ayabe', { status: 'shortlisted' })
  const { person } = await openPlan()
  await screen.findByText(
    /^Past appointments and houses you have seen come first\. The other houses follow, on a short route from the last of these houses/,
  )
  await person.click(screen.getByRole('button', { name: 'Suggest an order' }))
  const ordered = ['miyama', 'ayabe', 'kameoka', 'uji', 'otsu', 'ine']
  await untilShown(...ordered.map((id) => `House in ${id}`))
})

test('in the suggested order for a later day, a house that the person has already seen is ordered like any other house', async () => {
  const longitudes = { ine: 135.3, miyama: 135.2, ayabe: 135.1 }
  const day = dayInJapan(new Date(Date.now() + 3 * 86_400_000))
  for (const [index, [id, longitude]] of Object.entries(longitudes).entries()) {
    await write(`house:${id}`, { pin: { latitude: 35, longitude, accuracy_m: 10 }, status: 'seen' })
    await write(`visit:${id}`, { day, order: index })
  }
  await write(`day:${day}`, { 'start.pin': { latitude: 35, longitude: 135, accuracy_m: 10 } })
  const { person } = await openPlan(day)
  await screen.findByText(/^A short route from the start through all houses/)
  await person.click(screen.getByRole('button', { name: 'Suggest an order' }))
  await untilShown('House in ayabe', 'House in miyama', 'House in ine')
})

test('the viewing plan suggests an order even if the place where the day starts has no pin, and the plan of another day has no button to undo the order', async () => {
  const pin = (longitude: number) => ({ latitude: 35, longitude, accuracy_m: 10 })
  const longitudes = { ine: 135.1, miyama: 135.3, ayabe: 135.2 }
  for (const [index, [id, longitude]] of Object.entries(longitudes).entries()) {
    await server.addListing({ id: `${id}-2`, propertyType: 'House', location: id })
    for (const [house, day] of [
      [id, '2026-01-20'],
      [`${id}-2`, '2026-01-21'],
    ]) {
      await write(`house:${house}`, { pin: pin(longitude) })
      await write(`visit:${house}`, { day, order: index })
    }
  }
  await write('day:2026-01-20', { 'start.name': 'Hotel Kita' })
  const { person } = await openPlan('2026-01-20')
  await screen.findByText(/^A short route from the first house/)
  await person.click(screen.getByRole('button', { name: 'Suggest an order' }))
  await screen.findByRole('button', { name: 'Restore the previous order' })
  await person.click(screen.getByRole('link', { name: /^Wed, Jan 21/ }))
  await screen.findByRole('heading', { name: 'Wednesday, January 21, 2026' })
  await screen.findByRole('button', { name: 'Suggest an order' })
  expect(screen.queryByRole('button', { name: 'Restore the previous order' })).toBeNull()
})

test('in the viewing plan, a house moves to another day when its new date is complete, and not while the date is being typed', async () => {
  await write('visit:ine', { day: '2026-01-20', order: 1 })
  const { person } = await openPlan('2026-01-20')
  await untilShown('House in ine')
  await person.click(screen.getByText('Appointment and time'))
  const day = await screen.findByLabelText('Day')
  fireEvent.change(day, { target: { value: '0002-01-20' } })
  await untilShown('House in ine')
  fireEvent.change(day, { target: { value: '2026-01-25' } })
  await person.click(screen.getByRole('button', { name: 'Move the house to this day' }))
  await untilShown()
  await waitFor(async () => expect(await stored('visit:ine', 'day')).toBe('2026-01-25'))
})

test('Undo restores a house that was removed from the viewing plan', async () => {
  await write('visit:ine', { day: '2026-01-20', order: 1 })
  const { person } = await openPlan('2026-01-20')
  await untilShown('House in ine')
  await person.click(screen.getByText('Appointment and time'))
  await person.click(await screen.findByRole('button', { name: /: house 1$/ }))
  await untilShown()
  await person.click(await screen.findByRole('button', { name: 'Undo' }))
  await untilShown('House in ine')
})

test('the tab Plan leads to the viewing plan, also offline', async () => {
  const { person, address } = openApp('/account', ana)
  await screen.findByRole('heading', { name: 'Account Settings' })
  network.disconnect()
  await person.click(screen.getByRole('link', { name: 'Plan' }))
  await screen.findByText(/Nothing planned yet\.$/)
  expect(address()).toBe('/viewing-plan')
})

test('a person without access to any house finds no tab for a map or a plan', async () => {
  openApp('/account', await server.addUser())
  await screen.findByRole('heading', { name: 'Account Settings' })
  const tabs = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link')
  expect(tabs.map(({ textContent }) => textContent)).toEqual(['All Listings', 'Favorites'])
})

test('a viewing can be planned in the notes of its house, which link to the plan of the day', async () => {
  const { person } = openApp('/listings/ine#notes-ine', ana)
  fireEvent.change(await screen.findByLabelText('Viewing day'), { target: { value: '2026-01-20' } })
  await person.click(await screen.findByRole('link', { name: 'Open the plan of this day' }))
  await screen.findByRole('heading', { name: 'Tuesday, January 20, 2026' })
  await untilShown('House in ine')
})

test('the printed sheet of a viewing day contains each house with its appointment', async () => {
  await write('visit:ine', {
    ...{ day: '2026-01-20', order: 1, remark: 'Take a torch' },
    ...{ 'appointment.time': '10:30', 'appointment.name': 'Mr. Mori' },
  })
  openApp('/viewing-plan/print?day=2026-01-20', ana)
  await screen.findByRole('heading', { name: /^1\. 10:30–11:15\s· House in ine$/ })
  screen.getByText('Appointment at 10:30 with Mr. Mori')
  screen.getByText('Take a torch')
})

test('the printed sheet of a viewing day contains the coordinates of a pin, and marks estimated times', async () => {
  await write('visit:ine', { day: '2026-01-20', order: 1 })
  await write('house:ine', { pin: { latitude: 35.6753, longitude: 135.28762, accuracy_m: 9 } })
  openApp('/viewing-plan/print?day=2026-01-20', ana)
  await screen.findByRole('heading', { name: /^1\. About 09:00–09:45\s· House in ine$/ })
  await screen.findByText('Your pin, accurate to 9 m.')
  expect(screen.getByText('北緯 35.67530、東経 135.28762').lang).toBe('ja')
})

test('the driver card contains the name from the appointment, which can be replaced with another name', async () => {
  await write('visit:ine', { day: '2026-01-20', order: 1, 'appointment.name': 'Mr. Mori' })
  const { person } = openApp('/listings/ine/driver', ana)
  await person.click(await screen.findByRole('button', { name: /^I have an appointment/ }))
  await screen.findByText('Moriさんとお約束しております。')
  const name = screen.getByLabelText<HTMLInputElement>('Name of the person you will meet')
  expect(name.value).toBe('Mori')
  await person.clear(name)
  await person.type(name, '山田')
  await screen.findByText('山田さんとお約束しております。')
})

test("another person on the same device sees nothing of the first person's viewing plan", async () => {
  await write('visit:ine', { day: '2026-01-20', order: 1 })
  await openPlan('2026-01-20')
  await untilShown('House in ine')
  closeApp()
  const ben = await server.addSubscriber()
  openApp('/viewing-plan?day=2026-01-20', ben)
  await screen.findByText('Nothing planned yet.')
  expect(document.body.textContent).not.toContain('House in ine')
})

/** Collects the texts of the files that the page saves. */
function collectFiles() {
  const files: Promise<string>[] = []
  const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push((file as File).text())
    return 'blob:file'
  })
  // happy-dom would open the file in place of the page.
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  onTestFinished(() => {
    create.mockRestore()
    click.mockRestore()
  })
  return files
}

test('a person can save a file of each viewing with a reminder, and after removing the viewing a file that cancels it', async () => {
  await write('visit:ine', { day: '2026-01-20', order: 1, 'appointment.time': '10:30' })
  const files = collectFiles()
  const { person } = await openPlan('2026-01-20')
  await untilShown('House in ine')
  await person.selectOptions(screen.getByLabelText('Reminder in calendar files'), '2 h before')
  await person.click(screen.getByText('Appointment and time'))
  await person.click(screen.getByRole('button', { name: 'Save calendar file of house 1' }))
  await person.click(screen.getByRole('button', { name: 'Remove from the plan: house 1' }))
  await person.click(
    await screen.findByRole('button', { name: 'Cancel in the calendar: House in ine' }),
  )
  const [planned = '', cancelled = ''] = await Promise.all(files)
  expect(planned).toContain('TRIGGER:-PT120M')
  expect(planned).toContain('DTSTART;TZID=Asia/Tokyo:20260120T103000')
  expect(cancelled).toContain('STATUS:CANCELLED')
  expect(cancelled).toContain('DTSTART;TZID=Asia/Tokyo:20260120T103000')
  const uidOf = (ics: string) => ics.match(/^UID:.*$/m)?.[0]
  expect(uidOf(cancelled)).toBe(uidOf(planned))
  const sequence = (ics: string) => Number(ics.match(/^SEQUENCE:(\d+)/m)?.[1])
  expect(sequence(cancelled)).toBeGreaterThanOrEqual(sequence(planned))
})
