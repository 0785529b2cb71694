import ICAL from 'ical.js'
import nodeIcal from 'node-ical'
import { expect, test } from 'vitest'
import { toListing } from '#client/data/to-listing.ts'
import { toGpx } from '#client/features/listings/house/viewing-plan/gpx.ts'
import { toIcs } from '#client/features/listings/house/viewing-plan/ics.ts'
import { scheduleOf } from '#client/features/listings/house/viewing-plan/schedule.ts'
import { suggestOrder } from '#client/features/listings/house/viewing-plan/suggest-order.ts'
import { positionOf } from '#client/features/listings/house/viewing-plan/travel.ts'
import { visitsOf } from '#client/features/listings/house/viewing-plan/visits.ts'
import type { ShownFields } from '#client/kit/shown-fields.ts'
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
  visits: visitsOf(
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
}

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
    '2026-11-26T02:00:00.000Z',
  ])
  // The second viewing starts at 11:00 and lasts 15 hours, so it ends on the next day in Japan.
  expect(events[1]?.endDate.toString()).toBe('2026-11-27T02:00:00')
  expect(events[0]?.summary).toBe('Viewing: House & "first"')
  expect(events[0]?.description).toContain(
    `Appointment at 10:30 with ${NAME}\nPhone: 0772-32-0000\n${LONG}\nSecond line\nYour pin, accurate to 9 m.`,
  )

  const parsed = Object.values(nodeIcal.sync.parseICS(ics)).flatMap((part) =>
    part?.type === 'VEVENT' ? [part] : [],
  )
  expect(parsed.map(({ start }) => start?.toISOString())).toEqual([
    '2026-11-26T01:30:00.000Z',
    '2026-11-26T02:00:00.000Z',
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
      /^This point is the centre of an area, not the house itself\. .* in Ine, within about 6 km of its centre\./,
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
    / somewhere in Kyoto, within about 38 km of its centre\.$/,
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
