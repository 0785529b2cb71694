import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { toListing } from '#client/data/to-listing.ts'
import { driverAddress } from '#client/features/house/where/driver-address.ts'
import { toCoordinates } from '#client/features/paper/driver-card/coordinates.ts'
import { readingOf } from '#client/features/paper/driver-card/readings.ts'
import { editContact } from '#contract/contacts.ts'
import { addFavorite } from '#contract/favorites.ts'
import type { ListingRecord } from '#contract/listings.ts'
import { houseRecord, visitRecord } from '#contract/note-choices.ts'
import { connect, openApp } from '#tests/support/app.tsx'
import { addDefaultPlaces } from '#tests/support/default-places.ts'
import { TODAY } from '#tests/support/imports.ts'
import { listingRecord } from '#tests/support/listing-record.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'
import { writeNotes } from '#tests/support/write-notes.ts'

let server: TestServer
let network: ReturnType<typeof connect>
let subscriber: Person

beforeEach(async () => {
  server = await startServer()
  network = connect(server)
  subscriber = await server.addSubscriber()
})

const seiyo = { propertyType: 'House', prefecture: 'ehime', place: '38214' }

async function openCard(listing: Parameters<TestServer['addListing']>[0]) {
  const { id } = await server.addListing({ ...seiyo, ...listing })
  const app = openApp(`/listings/${id}/driver`, subscriber)
  return { ...app, id, card: within(await screen.findByRole('article', { name: /^Driver card/ })) }
}

test('the driver card of a house shows the address in Japanese and in Latin letters, and telephone links', async () => {
  const { db } = server.services
  await addDefaultPlaces(db, TODAY)
  const nothing = { mail: '', web: '', note: '', source: '', date: '' }
  await server.call(await server.addAdmin(), editContact, {
    ...{ place: '38214', phone: '0894-62-1111' },
    ...nothing,
  })
  const { card } = await openCard({
    location: '愛媛県西予市宇和町卯之町1-1',
    contactNumber: '0894-99-0000',
  })
  expect(card.getByText('愛媛県').closest('p')?.textContent).toBe('愛媛県西予市宇和町卯之町1-1')
  expect(card.getByText('愛媛県').closest('p')?.lang).toBe('ja')
  card.getByText('Ehime-ken, Seiyo-shi')
  expect(card.queryByText(/is known/)).toBeNull()
  const call = (name: string) => card.getByRole('link', { name }).getAttribute('href')
  expect(call('Call 0894-99-0000')).toBe('tel:0894990000')
  expect(call('Call Seiyo town hall')).toBe('tel:0894621111')
})

async function openCardOfAppointment(phone: string) {
  const { id } = await server.addListing({ ...seiyo, contactNumber: '0894-99-0000' })
  const appointment = { 'appointment.name': 'Mr. Ono', 'appointment.phone': phone }
  await writeNotes(server, subscriber, visitRecord(id), appointment)
  openApp(`/listings/${id}/driver`, subscriber)
  const card = within(await screen.findByRole('article', { name: /^Driver card/ }))
  const call = await card.findByRole('link', { name: `Call Mr. Ono, ${phone}` })
  return { card, call }
}

test('the card for the driver of the car has a link that calls the person with whom the viewing is arranged', async () => {
  const { card, call } = await openCardOfAppointment('0894-22-3111')
  expect(call.getAttribute('href')).toBe('tel:0894223111')
  card.getByRole('link', { name: 'Call 0894-99-0000' })
})

test('a driver card lists a telephone number once, if the viewing is arranged with the contact of the listing', async () => {
  const { card } = await openCardOfAppointment('0894990000')
  expect(card.getAllByRole('link', { name: /^Call/ })).toHaveLength(1)
})

test('a driver card says in both languages that only the municipality is known', async () => {
  await addDefaultPlaces(server.services.db, TODAY)
  const { card } = await openCard({ location: '愛媛県西予市' })
  card.getByText(/^Only the municipality of the house is known/)
  expect(card.getByText('市区町村までしか分かりません。').lang).toBe('ja')
})

async function pinHouse(listingId: string, accuracy_m: number) {
  const pin = { latitude: 35.67902, longitude: 135.288, accuracy_m }
  await writeNotes(server, subscriber, houseRecord(listingId), { pin })
}

test("the driver card shows the person's own pin with its coordinates, maps and a sentence for the taxi driver", async () => {
  await addDefaultPlaces(server.services.db, TODAY)
  await pinHouse('seiyo', 11.6)
  const { card, person } = await openCard({ id: 'seiyo', location: '愛媛県西予市' })
  const pin = within(await card.findByRole('region', { name: 'Your pin' }))
  expect(pin.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    ...['35.67902', '35°40′44.5″'],
    ...['135.28800', '135°17′16.8″'],
  ])
  pin.getByText(/^Your pin, accurate to 12 m/)
  expect(
    pin.getByRole('link', { name: 'Open your pin in Google Maps' }).getAttribute('href'),
  ).toContain('query=35.67902%2C135.288')
  card.getByText(
    'Only the municipality of the house is known. Your own pin is more precise than the address.',
  )
  expect(card.queryByText(/Ask for the address/)).toBeNull()
  card.getByText('地図の印の場所までお願いします。', { selector: 'p' })
  card.getByText('Chizu no shirushi no basho made onegai shimasu.')

  await person.click(card.getByRole('button', { name: /^Please take me here/ }))
  card.getByText('Koko made onegai shimasu.')
})

test('a driver card with an inaccurate pin still says to ask for the address', async () => {
  await addDefaultPlaces(server.services.db, TODAY)
  await pinHouse('seiyo', 60_000)
  const { card } = await openCard({ id: 'seiyo', location: '愛媛県西予市' })
  await card.findByText(/^Your pin, accurate to 60,000 m/)
  card.getByText('Only the municipality of the house is known. Ask for the address before you go.')
})

test.each([
  [{ latitude: 35.999994, longitude: 139 }, ['36°00′00.0″', '139°00′00.0″']],
  [{ latitude: -0.5, longitude: -1.26 }, ['0°30′00.0″', '1°15′36.0″']],
])(
  'the driver card writes the position %o in degrees, minutes and seconds as %o',
  (position, expected) => {
    expect(toCoordinates(position).map(({ sexagesimal }) => sexagesimal)).toEqual(expected)
  },
)

test('a tap on a sentence of the driver card shows the sentence in Japanese and in Latin letters, with the name that the person typed', async () => {
  const { card, person } = await openCard({ location: '愛媛県西予市宇和町1' })
  card.getByText('Koko made onegai shimasu.')
  // A chosen sentence is announced as a whole, and without the address.
  const announced = card.getByText('ここまでお願いします。', {
    selector: '[aria-live] *',
  }).parentElement
  expect(announced?.textContent).toBe(
    'ここまでお願いします。Koko made onegai shimasu.Please take me here.',
  )
  expect(announced?.getAttribute('aria-atomic')).toBe('true')
  const choice = card.getByRole('button', { name: /^I have an appointment with/ })
  await person.click(choice)
  expect(choice.getAttribute('aria-pressed')).toBe('true')
  await person.type(card.getByLabelText('Name of the person you will meet'), '山田')
  expect(card.getByText('山田さんとお約束しております。').lang).toBe('ja')
  card.getByText('I have an appointment with 山田.')
  // The card hides the address while it shows a sentence that is not about directions.
  expect(card.queryByText('愛媛県')).toBeNull()

  await person.click(card.getByRole('button', { name: /^May I see the roof space/ }))
  card.getByText('Yaneura o misete itadakemasu ka.')
  await person.click(card.getByRole('button', { name: /^Please wait ten minutes/ }))
  card.getByText('愛媛県')
})

test('a link in the action bar of a favorite opens the driver card, also without a network', async () => {
  const { id } = await server.addListing({ ...seiyo, location: '愛媛県西予市宇和町1-2' })
  await server.call(subscriber, addFavorite, { listing_id: id })
  const { person } = openApp('/favorites', subscriber)
  const link = await screen.findByRole('link', { name: /^Driver / })
  network.disconnect()
  await person.click(link)
  const card = within(await screen.findByRole('article', { name: /^Driver card/ }))
  card.getByText('愛媛県')
  await person.click(card.getByRole('button', { name: 'Close' }))
  await screen.findByRole('heading', { name: 'My Favorites' })
})

test('a visitor who opens a driver card is led to the login', async () => {
  const { id } = await server.addListing(seiyo)
  const { address } = openApp(`/listings/${id}/driver`)
  await screen.findByRole('heading', { name: 'Welcome Back' })
  expect(address()).toMatch(/^\/login\?from=/)
})

describe('the screen wake lock', () => {
  /** A wake lock that the browser grants, and drops while the page is hidden. */
  function provideWakeLock() {
    const held = new Set<EventTarget>()
    const request = () => {
      const lock = Object.assign(new EventTarget(), {
        release: async () => {
          held.delete(lock)
          lock.dispatchEvent(new Event('release'))
        },
      })
      held.add(lock)
      return Promise.resolve(lock)
    }
    Object.assign(navigator, { wakeLock: { request } })
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'wakeLock'))
    return held
  }

  test('the screen stays on while the driver card is open, even after the page was hidden for a while', async () => {
    const held = provideWakeLock()
    const { card, person } = await openCard({ location: '愛媛県西予市宇和町1' })
    await card.findByText('The screen stays on while this card is open.')
    expect(held.size).toBe(1)

    const visibility = vi.spyOn(document, 'visibilityState', 'get')
    onTestFinished(() => visibility.mockRestore())
    visibility.mockReturnValue('hidden')
    for (const lock of held) await (lock as unknown as WakeLockSentinel).release()
    document.dispatchEvent(new Event('visibilitychange'))
    await card.findByText(/cannot keep the screen on/)
    expect(held.size).toBe(0)
    visibility.mockReturnValue('visible')
    document.dispatchEvent(new Event('visibilitychange'))
    await waitFor(() => expect(held.size).toBe(1))

    await person.click(card.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(held.size).toBe(0))
  })

  test('in a browser without wake locks, the driver card says that the screen may turn off', async () => {
    const { card } = await openCard({ location: '愛媛県西予市宇和町1' })
    card.getByText(/cannot keep the screen on/)
  })
})

interface Names {
  en: string
  ja: string
  kana?: string
  municipality?: { en: string; ja: string }
}
const place = (names: Names) => ({
  ...{ latitude: 0, longitude: 0, radiusKm: 9, kana: '' },
  precision: 'municipality' as const,
  ...names,
})

test.each<[address: string, expected: ReturnType<typeof driverAddress>]>([
  ['愛媛県西予市宇和町1-2', exact('愛媛県', '西予市', '宇和町', '1-2')],
  // Some sources leave the prefecture out. Others write the address in English before the Japanese
  // one.
  ['西予市宇和町1-2', exact('愛媛県', '西予市', '宇和町', '1-2')],
  ['Seiyo, Ehime (愛媛県西予市宇和町１番地)', exact('愛媛県', '西予市', '宇和町', '１番地')],
  ['愛媛県西予市宇和町', known('district', '愛媛県', '西予市', '宇和町')],
  ['愛媛県西予市宇和町3丁目', known('district', '愛媛県', '西予市', '宇和町', '3丁目')],
  ['愛媛県西予市', known('municipality', '愛媛県', '西予市')],
  ['愛媛県', known('prefecture', '愛媛県')],
  ['12 Uwa, Seiyo', { ...known('municipality', '愛媛県', '西予市'), latin: '12 Uwa, Seiyo' }],
])(
  'for the address %s, the driver card shows the most precise Japanese address that is known',
  (address, expected) => {
    const record = listingRecord({
      'Property Location': address,
      Prefecture: 'ehime',
      placeName: place({ en: 'Seiyo', ja: '西予市' }),
    })
    expect(driverAddress(toListing(record))).toEqual(expected)
  },
)

function known(precision: string, ...parts: string[]) {
  return { parts, precision, latin: undefined } as ReturnType<typeof driverAddress>
}

function exact(...parts: string[]) {
  return known('number', ...parts)
}

test.each<[prefecture: string, names: Parameters<typeof place>[0], reading: string]>([
  ['ehime', { en: 'Seiyo', ja: '西予市', kana: 'せいよし' }, 'Ehime-ken, Seiyo-shi'],
  ['hyogo', { en: 'Kita Ward, Kobe', ja: '神戸市北区' }, 'Hyogo-ken, Kobe-shi Kita-ku'],
  ['kyoto', { en: 'Ine', ja: '伊根町', kana: 'いねちょう' }, 'Kyoto-fu, Ine-cho'],
  ['nagano', { en: 'Ikeda', ja: '池田町', kana: 'いけだまち' }, 'Nagano-ken, Ikeda-machi'],
  ['nagano', { en: 'Achi', ja: '阿智村', kana: 'あちむら' }, 'Nagano-ken, Achi-mura'],
  ['nagano', { en: 'Kiso Village', ja: '木祖村', kana: 'きそむら' }, 'Nagano-ken, Kiso-mura'],
  ['tokyo', { en: 'Chiyoda Ward', ja: '千代田区' }, 'Tokyo-to, Chiyoda-ku'],
  [
    'ehime',
    {
      en: 'Unomachi, Seiyo',
      ja: '西予市宇和町卯之町',
      kana: 'せいよし',
      municipality: { en: 'Seiyo', ja: '西予市' },
    },
    'Ehime-ken, Seiyo-shi Unomachi',
  ],
  [
    'hyogo',
    {
      en: 'Arima, Kita Ward, Kobe',
      ja: '神戸市北区有馬町',
      kana: 'こうべしきたく',
      municipality: { en: 'Kita Ward, Kobe', ja: '神戸市北区' },
    },
    'Hyogo-ken, Kobe-shi Kita-ku Arima',
  ],
  // The character 町 at the end of a town's name has two readings. If the kana are unknown, the
  // reading omits this character.
  ['nagano', { en: 'Ikeda', ja: '池田町' }, 'Nagano-ken, Ikeda'],
  ['hokkaido', { en: 'Hokkaido', ja: '北海道', kana: 'ほっかいどう' }, 'Hokkaido'],
])(
  'in prefecture %s, the driver card writes the place %o in Latin letters as: %s',
  (prefecture, names, reading) => {
    const record: Pick<ListingRecord, 'Prefecture' | 'placeName'> = {
      Prefecture: prefecture,
      placeName: place(names),
    }
    expect(readingOf(record)).toBe(reading)
  },
)
