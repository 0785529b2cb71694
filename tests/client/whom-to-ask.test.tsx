import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { toListing } from '#client/data/to-listing.ts'
import { townHallOf } from '#client/features/house/letter/town-hall.ts'
import { editContact } from '#contract/contacts.ts'
import { addFavorite } from '#contract/favorites.ts'
import type { ListingRecord } from '#contract/listings.ts'
import { toBits } from '#search/marks.ts'
import { connect, openApp } from '#tests/support/app.tsx'
import { addDefaultPlaces } from '#tests/support/default-places.ts'
import { TODAY } from '#tests/support/imports.ts'
import { listingRecord } from '#tests/support/listing-record.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'
import { writeNotes } from '#tests/support/write-notes.ts'

let server: TestServer
let subscriber: Person

beforeEach(async () => {
  server = await startServer()
  connect(server)
  subscriber = await server.addSubscriber({
    user: { name: 'Emma Lindqvist', email: 'emma@example.com' },
  })
})

const house = { propertyType: 'House', location: '愛媛県西予市1', prefecture: 'ehime' }

async function openHouse(listing: Parameters<TestServer['addListing']>[0]) {
  const { id } = await server.addListing({ ...house, ...listing })
  const app = openApp(`/listings/${id}`, subscriber)
  const opened = within(await screen.findByRole('article'))
  await opened.findByText('About this listing')
  return { ...app, opened }
}

const linkTo = (opened: ReturnType<typeof within>, name: RegExp) =>
  opened.getByRole('link', { name }).getAttribute('href')

test('the page of a house shows the contact of its source and the contact of its municipality', async () => {
  const { db } = server.services
  await addDefaultPlaces(db, TODAY)
  const admin = await server.addAdmin()
  await server.call(admin, editContact, {
    ...{ place: '38214', phone: '0894-62-1111', mail: 'akiya@city.example.jp' },
    ...{ web: 'https://www.city.example.jp/akiya', note: '空き家担当', source: 'its website' },
    date: '2026-11-01',
  })
  const { opened } = await openHouse({ place: '38214', contactNumber: '0894-99-0000' })
  expect(linkTo(opened, /^0894-99-0000/)).toBe('tel:0894990000')
  expect(linkTo(opened, /^\+81 894-99-0000/)).toBe('tel:+81894990000')
  const town = opened.getByRole('heading', { name: /Seiyo town hall/ })
  expect(within(town).getByText('西予市').lang).toBe('ja')
  expect(linkTo(opened, /^0894-62-1111/)).toBe('tel:0894621111')
  expect(linkTo(opened, /^akiya@/)).toBe('mailto:akiya@city.example.jp')
  expect(linkTo(opened, /^www\.city\.example\.jp/)).toBe('https://www.city.example.jp/akiya')
  expect(opened.getByText('空き家担当').lang).toBe('ja')
  opened.getByText('As of November 1, 2026, its website')
  opened.getByText('Check that the house is still offered.')
})

test('if the source of a house states no telephone number, the Call button calls the municipality', async () => {
  const { db } = server.services
  await addDefaultPlaces(db, TODAY)
  const admin = await server.addAdmin()
  const nothing = { mail: '', web: '', note: '', source: '', date: '' }
  await server.call(admin, editContact, { place: '38214', phone: '0894-62-1111', ...nothing })
  const { opened } = await openHouse({ place: '38214' })
  expect(linkTo(opened, /^Call Seiyo town hall/)).toBe('tel:0894621111')
})

test('if no contact is known, a house offers a search for the akiya bank of its municipality on the web and in maps, and the Japanese name to copy', async () => {
  await addDefaultPlaces(server.services.db, TODAY)
  const { opened, person } = await openHouse({ place: '38214' })
  expect(opened.getByText('空き家バンク').lang).toBe('ja')
  opened.getByText('Check that the house is still offered.')
  const words = encodeURIComponent('愛媛県西予市 空き家バンク')
  expect(linkTo(opened, /^Search the web/)).toBe(`https://www.google.com/search?q=${words}`)
  expect(linkTo(opened, /^Search on a map/)).toBe(
    `https://www.google.com/maps/search/?api=1&query=${words}`,
  )
  for (const link of opened.getAllByRole('link', { name: /^Search/ })) {
    expect(link.getAttribute('rel')).toContain('noreferrer')
  }
  await person.click(opened.getByRole('button', { name: 'Copy the Japanese name' }))
  await screen.findByText('Copied')
  expect(await navigator.clipboard.readText()).toBe('愛媛県西予市 空き家バンク')
})

test('a house of which only the prefecture is known offers a search in its prefecture', async () => {
  const { opened } = await openHouse({ location: null })
  const words = encodeURIComponent('愛媛県 空き家バンク')
  expect(linkTo(opened, /^Search the web/)).toBe(`https://www.google.com/search?q=${words}`)
})

test('a house with a known contact offers the search too', async () => {
  const { opened } = await openHouse({ contactNumber: '0894-99-0000' })
  expect(linkTo(opened, /^0894-99-0000/)).toBe('tel:0894990000')
  opened.getByRole('link', { name: /^Search the web/ })
})

describe('the letter', () => {
  const named = (ja: string, fields: Partial<ListingRecord> = {}) =>
    townHallOf(
      toListing(
        listingRecord({
          Prefecture: 'ehime',
          placeName: {
            ...{ en: 'There', ja, kana: '', latitude: 33, longitude: 132 },
            ...{ precision: 'municipality', radiusKm: 9 },
          },
          ...fields,
        }),
      ),
    )

  test.each([
    ['西予市', '西予市役所'],
    ['鬼北町', '鬼北町役場'],
    ['東成瀬村', '東成瀬村役場'],
    ['世田谷区', '世田谷区役所'],
    ['神戸市北区', '神戸市北区役所'],
    ['愛媛県', '愛媛県庁'],
  ])('of a house in %s is addressed to the office %s', (ja, office) => {
    expect(named(ja).office?.japanese).toBe(office)
  })

  test('of a house in a known oaza is addressed to the municipality of the oaza', () => {
    const { office, searchWords } = named('西予市宇和町', {
      placeName: {
        ...{ en: 'Uwacho, Seiyo', ja: '西予市宇和町', municipality: { en: 'Seiyo', ja: '西予市' } },
        ...{ kana: 'せいよし', latitude: 33, longitude: 132, precision: 'oaza', radiusKm: 1 },
      },
    })
    expect(office).toEqual({ japanese: '西予市役所', english: 'Seiyo town hall' })
    expect(searchWords).toBe('愛媛県西予市 空き家バンク')
  })

  test('of a house in a ward is addressed to the city, if the known contact is that of the city', () => {
    const { office } = named('神戸市北区', {
      Prefecture: 'hyogo',
      'Contact Number': null,
      municipalContact: { en: 'Kobe', ja: '神戸市', phone: '078-331-8181' },
    })
    expect(office?.japanese).toBe('神戸市役所')
  })
})

test('if no contact is known, the Ask button leads to the search and to the letter in Japanese, also with the keyboard', async () => {
  const { opened, person } = await openHouse({})
  await person.click(opened.getByRole('button', { name: 'Ask' }))
  const next = async () => {
    await person.tab()
    return document.activeElement?.textContent
  }
  expect([await next(), await next(), await next(), await next()]).toEqual([
    'Search the web',
    'Search on a map',
    'Copy the Japanese name',
    'Write in Japanese',
  ])
})

test('telephone numbers, mail addresses and web addresses in the remarks appear as links below the remarks', async () => {
  const remarks =
    '海が見えます。価格1,800,000円、土地 330.57㎡。詳細は https://akiya.example/1）市役所（０８９４－６２－１１１１）、akiya@example.jp まで。'
  const { opened } = await openHouse({ remarks })
  expect(opened.getByText(remarks).lang).toBe('ja')
  const links = within(opened.getByRole('list', { name: 'Links in the remarks' }))
  const found = links.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(found).toEqual(['tel:0894621111', 'mailto:akiya@example.jp', 'https://akiya.example/1'])
})

test("a letter asks about the house's warning signs by default, and the person can add and remove questions", async () => {
  await addDefaultPlaces(server.services.db, TODAY)
  const { person, opened } = await openHouse({
    ...toBits(['septic-tank', 'parking']),
    place: '38214',
    priceYen: 1_800_000,
  })
  await person.click(opened.getByRole('button', { name: 'Write in Japanese' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Ask in Japanese' }))
  const tank = sheet.getByRole<HTMLInputElement>('checkbox', { name: /How old is the septic tank/ })
  const cars = sheet.getByRole<HTMLInputElement>('checkbox', { name: /How many cars/ })
  expect([tank.checked, cars.checked]).toEqual([true, false])
  // A house with a septic tank gets the question about the tank instead of the question about the
  // sewer.
  expect(sheet.queryByRole('checkbox', { name: /Is there a sewer/ })).toBeNull()

  await person.click(cars)
  await person.click(sheet.getByRole('checkbox', { name: /boundary marks/ }))
  await person.click(tank)
  await person.click(sheet.getByRole('button', { name: 'Copy Letter' }))
  await screen.findByText('Letter copied')
  const copied = await navigator.clipboard.readText()
  expect(copied).toContain('Emma Lindqvistと申します')
  expect(copied).toMatch(/^西予市役所 空き家バンク担当 御中\n/)
  expect(copied).toContain('価格：1,800,000円')
  expect(copied).toMatch(/1\. 駐車場には.+\n2\. 境界標は/)
  expect(copied).not.toContain('浄化槽')
  expect(copied).not.toMatch(/boundary/)

  const mail = new URL(sheet.getByRole<HTMLAnchorElement>('link', { name: 'Send by email' }).href)
  expect(mail.searchParams.get('subject')).toMatch(/^空き家物件についてのお問い合わせ（物件番号 /)
  expect(mail.searchParams.get('body')).toBe(copied)
})

test('the form for a letter selects the questions that the person marked “Ask again” in the notes, and says so', async () => {
  await writeNotes(server, subscriber, 'house:ine', {
    ...{ 'check.boundaries.answer': 'ask-again', 'check.snow.answer': 'fine' },
    // The question about the tank replaces this question, but the person has asked it before.
    'check.sewage.answer': 'ask-again',
  })
  const { person, opened } = await openHouse({ id: 'ine', ...toBits(['septic-tank']) })
  await person.click(opened.getByRole('button', { name: 'Write in Japanese' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Ask in Japanese' }))
  await sheet.findByText(
    /Questions that you marked “Ask again” in your notes are already chosen\.$/,
  )
  const chosen = () =>
    sheet
      .getAllByRole<HTMLInputElement>('checkbox', { checked: true })
      .map(({ labels }) => labels?.[0]?.textContent)
  expect(chosen()).toEqual([
    expect.stringMatching(/^How old is the septic tank.*\?$/),
    expect.stringMatching(/^Are there boundary marks.* Ask again$/),
    expect.stringMatching(/^Is there a sewer.* Ask again$/),
  ])
  await person.click(sheet.getByRole('checkbox', { name: /boundary marks/ }))
  await person.click(sheet.getByRole('button', { name: 'Copy Letter' }))
  const copied = await navigator.clipboard.readText()
  expect(copied).toMatch(/1\. .*浄化槽の設置年[\s\S]+\n2\. 排水は/)
  expect(copied).not.toContain('境界標')
})

test("a favorite without a telephone number shows the town hall's number, and can be removed on its page", async () => {
  const { db } = server.services
  await addDefaultPlaces(db, TODAY)
  const admin = await server.addAdmin()
  const nothing = { mail: '', web: '', note: '', source: '', date: '' }
  await server.call(admin, editContact, { place: '38214', phone: '0894-62-1111', ...nothing })
  const { id } = await server.addListing({ ...house, place: '38214', city: 'Seiyo' })
  const other = await server.addListing({ propertyType: 'House', location: 'Ine' })
  await server.call(subscriber, addFavorite, { listing_id: other.id })
  await server.call(subscriber, addFavorite, { listing_id: id })
  const { person, back } = openApp('/favorites', subscriber)
  // Both favorites were added in the same millisecond, so either may be the first.
  const card = within(await screen.findByRole('article', { name: /Seiyo/ }))
  expect(linkTo(card, /^0894-62-1111/)).toBe('tel:0894621111')
  card.getByText('Seiyo town hall')
  card.getByText('Check that the house is still offered.')

  await person.click(card.getByRole('button', { name: /^(House|Property) in/ }))
  await person.click(await screen.findByRole('link', { name: 'Open the page of this house' }))
  await person.click(await screen.findByRole('button', { name: 'Favorited' }))
  await screen.findByRole('button', { name: 'Add to Favorites' })
  back()
  await waitFor(() => expect(screen.getAllByRole('article', { hidden: true })).toHaveLength(1))
})
