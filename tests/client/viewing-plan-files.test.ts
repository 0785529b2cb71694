import ICAL from 'ical.js'
import nodeIcal from 'node-ical'
import { expect, test } from 'vitest'
import { toListing } from '#client/data/to-listing.ts'
import { toGpx } from '#client/features/viewing-plan/gpx.ts'
import { cancelledToIcs, toIcs, viewingToIcs } from '#client/features/viewing-plan/ics.ts'
import { scheduleOf } from '#client/features/viewing-plan/schedule.ts'
import { suggestOrder } from '#client/features/viewing-plan/suggest-order.ts'
import { positionOf } from '#client/features/viewing-plan/travel.ts'
import type { ShownFields } from '#client/notes/shown-fields.ts'
import { lastChangeOf, readVisits, removedFrom } from '#client/notes/visits.ts'
import { listingRecord } from '#tests/support/listing-record.ts'

const DAY = '2026-11-26'
const NAME = 'Mr. 森; "Haru", \\ & <sons>'
const LONG = `The key is under the 植木鉢 beside the door. ${'長い注意書き'.repeat(20)}`
const PIN = { latitude: 35.67531, longitude: 135.28762, accuracy_m: 8.4 }

const shown = (fields: Record<string, unknown>): ShownFields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      { value, other: null, at: '2026-11-20T01:00:00.000Z' },
    ]),
  )

const ine = {
  ...{ en: 'Ine', ja: '伊根町', latitude: 35.67, longitude: 135.27, kana: 'いねちょう' },
  ...{ precision: 'municipality' as const, radiusKm: 6 },
}

/**
 * Two houses. The first has a pin and an appointment. Of the second, only the municipality is
 * known.
 */
const stops = scheduleOf({
  visits: readVisits(
    new Map([
      ['visit:later', shown({ day: DAY, order: 2, minutes: 900 })],
      ['visit:other-day', shown({ day: '2026-11-27', order: 1 })],
      [
        'visit:first',
        shown({
          ...{ day: DAY, order: 1, minutes: 30, remark: `${LONG}\nSecond line` },
          ...{ 'appointment.time': '10:30', 'appointment.name': NAME },
          'appointment.phone': '0772-32-0000',
        }),
      ],
    ]),
  ).filter(({ day }) => day === DAY),
  listings: new Map(
    ['first', 'later'].map((id) => [
      id,
      toListing(listingRecord({ _id: id, title: `House & "${id}"`, placeName: ine })),
    ]),
  ),
  notesOn: (id) => (id === 'first' ? shown({ pin: PIN }) : undefined),
  start: shown({ 'start.time': '08:15' }),
})

const file = {
  ...{ day: DAY, stops, origin: 'https://engawa.example' },
  now: new Date('2026-11-20T01:02:03.456Z'),
  changedAt: new Date('2026-11-20T01:00:00Z'),
}

/** The only event of a calendar file, as ical.js and node-ical read it. */
function readEvent(ics: string) {
  const calendar = new ICAL.Component(ICAL.parse(ics))
  const [event, ...others] = calendar.getAllSubcomponents('vevent')
  if (!event || others.length > 0) throw new Error('The calendar does not have one event')
  const text = (name: string) => String(event.getFirstPropertyValue(name))
  const [parsed] = Object.values(nodeIcal.sync.parseICS(ics)).flatMap((part) =>
    part?.type === 'VEVENT' ? [part] : [],
  )
  expect(parsed?.uid).toBe(text('uid'))
  expect(parsed?.status).toBe(text('status'))
  return {
    ...{ uid: text('uid'), status: text('status'), start: parsed?.start?.toISOString() },
    sequence: Number(text('sequence')),
    stamp: text('dtstamp'),
    modified: text('last-modified'),
    method: calendar.getFirstPropertyValue('method'),
    name: calendar.getFirstPropertyValue('x-wr-calname'),
    alarms: event
      .getAllSubcomponents('valarm')
      .map((alarm) => String(alarm.getFirstPropertyValue('trigger'))),
  }
}

/** The calendar file of the first viewing after the plan was changed at `time`. */
function fileOfViewing(time: string, appointment: string) {
  const [stop] = scheduleOf({
    visits: readVisits(
      new Map([['visit:ine', shown({ day: DAY, order: 1, 'appointment.time': appointment })]]),
    ),
    ...{ listings: new Map(), notesOn: () => undefined, start: {} },
  })
  if (!stop) throw new Error('There is no viewing')
  const changedAt = new Date(`${DAY}T${time}Z`)
  const now = new Date(changedAt.getTime() + 30_000)
  return { ...file, stop, changedAt, now }
}

test('the file of a moved viewing moves the event in a calendar that already has it', () => {
  const before = readEvent(viewingToIcs(fileOfViewing('01:00', '10:00')))
  const after = readEvent(viewingToIcs(fileOfViewing('01:05', '14:30')))
  expect(before.start).toBe('2026-11-26T01:00:00.000Z')
  expect(after.start).toBe('2026-11-26T05:30:00.000Z')
  expect(after.uid).toBe(before.uid)
  expect(after.sequence).toBeGreaterThan(before.sequence)
  expect(after.stamp > before.stamp).toBe(true)
  expect(after.modified > before.modified).toBe(true)
  // A calendar app stores the number with 32 bits.
  expect(after.sequence).toBeLessThan(2 ** 31)
})

test('two devices that have the same plan write the same sequence number', () => {
  const here = fileOfViewing('01:00', '10:00')
  const there = { ...here, now: new Date('2026-11-26T03:00Z') }
  expect(readEvent(viewingToIcs(there)).sequence).toBe(readEvent(viewingToIcs(here)).sequence)
})

test('a file of one viewing has no calendar name and no method, but a file of a day has both', () => {
  const { stop, ...calendar } = fileOfViewing('01:00', '10:00')
  const one = readEvent(viewingToIcs({ ...calendar, stop }))
  expect([one.method, one.name]).toEqual([null, null])
  const all = readEvent(toIcs({ ...calendar, stops: [stop] }))
  expect(all.method).toBe('PUBLISH')
  expect(all.name).toMatch(/^Viewings on Thursday/)
})

test('the file of a removed viewing cancels its event', () => {
  const planned = fileOfViewing('01:00', '10:00')
  const viewing = { listingId: 'ine', title: 'House in Ine', day: DAY, begin: 600, end: 645 }
  const changedAt = new Date(`${DAY}T01:20Z`)
  const cancelled = readEvent(cancelledToIcs({ ...planned, changedAt, viewing }))
  const before = readEvent(viewingToIcs(planned))
  expect(cancelled).toMatchObject({
    ...{ uid: before.uid, status: 'CANCELLED', start: before.start, method: null, name: null },
  })
  expect(cancelled.sequence).toBeGreaterThan(before.sequence)
})

test('a calendar file reminds the person as long before the viewing as the person has chosen', () => {
  const viewing = fileOfViewing('01:00', '10:00')
  expect(readEvent(viewingToIcs(viewing)).alarms).toEqual([])
  expect(readEvent(viewingToIcs({ ...viewing, reminder: 120 })).alarms).toEqual(['-PT120M'])
  expect(readEvent(toIcs({ ...viewing, stops: [viewing.stop], reminder: 15 })).alarms).toEqual([
    '-PT15M',
  ])
})

test('every change of the plan raises the time of the last change, also a removal', () => {
  const at = (value: unknown, time: string) => ({ value, other: null, at: `${DAY}T${time}Z` })
  const before = { day: at(DAY, '01:00'), order: at(1, '01:00') }
  const after = { ...before, day: at(null, '01:30') }
  expect(lastChangeOf([before])).toEqual(new Date(`${DAY}T01:00Z`))
  expect(lastChangeOf([before, after])).toEqual(new Date(`${DAY}T01:30Z`))
  const removed = { day: DAY, begin: 600, end: 645 }
  const records = new Map([['visit:ine', { ...after, removed: at(removed, '01:30') }]])
  expect(removedFrom(DAY, records)).toEqual([{ ...removed, listingId: 'ine' }])
  expect(removedFrom('2026-11-27', records)).toEqual([])
})

test('two calendar parsers read the appointments in Japanese time, with every text unchanged', () => {
  const ics = toIcs(file)
  for (const line of ics.split('\r\n')) {
    expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
  }

  const calendar = new ICAL.Component(ICAL.parse(ics))
  const [zone] = calendar.getAllSubcomponents('vtimezone')
  if (!zone) throw new Error('The calendar has no time zone')
  ICAL.TimezoneService.register(new ICAL.Timezone(zone), 'Asia/Tokyo')
  const events = calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))
  expect(events.map(({ uid }) => uid)).toEqual([
    'visit-first@engawa.example',
    'visit-later@engawa.example',
  ])
  expect(events.map(({ startDate }) => startDate.toJSDate().toISOString())).toEqual([
    '2026-11-26T01:30:00.000Z',
    '2026-11-26T02:30:00.000Z',
  ])
  // The second viewing starts at 11:30, after half an hour for the unknown drive. It lasts 15 hours,
  // so it ends on the next day in Japan.
  expect(events[1]?.endDate.toString()).toBe('2026-11-27T02:30:00')
  expect(events[0]?.summary).toBe('Viewing: House & "first"')
  expect(events[0]?.description).toContain(
    `Appointment at 10:30 with ${NAME}\nPhone: 0772-32-0000\n${LONG}\nSecond line\nYour pin, accurate to 9 m.`,
  )

  const parsed = Object.values(nodeIcal.sync.parseICS(ics)).flatMap((part) =>
    part?.type === 'VEVENT' ? [part] : [],
  )
  expect(parsed.map(({ start }) => start?.toISOString())).toEqual([
    '2026-11-26T01:30:00.000Z',
    '2026-11-26T02:30:00.000Z',
  ])
  expect(parsed.map(({ start }) => start?.tz)).toEqual(['Asia/Tokyo', 'Asia/Tokyo'])
  expect(parsed[0]?.description).toBe(events[0]?.description)
  expect(parsed.map(({ geo }) => geo !== undefined)).toEqual([true, false])
})

test("an exported viewing plan places a house at the person's own pin, if there is one, and states the precision of each point", () => {
  const gpx = new DOMParser().parseFromString(toGpx(file), 'application/xml')
  expect(gpx.querySelector('parsererror')).toBeNull()
  const points = [...gpx.querySelectorAll('wpt')]
  expect(points.map((point) => [point.getAttribute('lat'), point.getAttribute('lon')])).toEqual([
    [String(PIN.latitude), String(PIN.longitude)],
    ['35.67', '135.27'],
  ])
  expect(points.map((point) => point.querySelector('desc')?.textContent)).toEqual([
    expect.stringMatching(/^Your pin, accurate to 9 m\./),
    expect.stringMatching(
      /^This point is the center of an area, not the house itself\. .* in Ine, within about 6 km of its center\./,
    ),
  ])
  // The schema (GPX 1.1) prescribes this order.
  expect([...(points[0]?.children ?? [])].map(({ localName }) => localName)).toEqual([
    ...['name', 'desc', 'link', 'sym', 'type'],
  ])
  expect(points[0]?.querySelector('name')?.textContent).toBe('1. House & "first"')
})

test('an exported viewing plan says "somewhere in Kyoto" if only the prefecture has a coordinate', () => {
  const placeName = { ...ine, precision: 'prefecture' as const, radiusKm: 38 }
  const house = toListing(listingRecord({ _id: 'far', Prefecture: 'kyoto', placeName }))
  expect(positionOf(house, undefined)?.precision).toMatch(
    / somewhere in Kyoto, within about 38 km of its center\.$/,
  )
})

test('a suggested order of viewings begins near the starting point, avoids detours, and ends with the houses without a place', () => {
  const at = (id: string, longitude: number) => ({ id, position: { latitude: 35, longitude } })
  const stops = [at('d', 4), at('b', 2), { id: 'nowhere', position: undefined }, at('c', 3)]
  const start = { latitude: 35, longitude: 1 }
  expect(suggestOrder(start, stops)).toEqual(['b', 'c', 'd', 'nowhere'])
  expect(suggestOrder(undefined, stops)).toEqual(['d', 'c', 'b', 'nowhere'])

  // Without 2-opt, always going to the nearest house would pass the starting point several times.
  const around = [at('w1', -1), at('e1', 1.5), at('w2', -2.2), at('e2', 6)]
  const zero = { latitude: 35, longitude: 0 }
  expect(suggestOrder(zero, around)).toEqual(['w1', 'w2', 'e1', 'e2'])
})
