import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { toListing } from '#client/data/to-listing.ts'
import { FactLine, PlaceAndAge } from '#client/features/listings/facts.tsx'
import { ListingCard } from '#client/features/listings/listing-card.tsx'
import { ListingRows } from '#client/features/listings/listing-rows.tsx'
import { listingRecord } from '#tests/support/listing-record.ts'

afterEach(cleanup)

const seiyo = {
  en: 'Seiyo',
  ja: '西予市',
  kana: 'せいよし',
  latitude: 33.36,
  longitude: 132.51,
  precision: 'municipality' as const,
  radiusKm: 9,
}

function showCard(known: Parameters<typeof listingRecord>[0]) {
  const nothing = () => undefined
  render(
    <ListingCard
      listing={toListing(listingRecord(known))}
      price="$31,500"
      onOpen={nothing}
      onIntent={nothing}
    >
      4LDK
    </ListingCard>,
  )
}

test('a card with an English title shows the Japanese name of the municipality below it', () => {
  showCard({
    title: 'House in Seiyo, Ehime · 4LDK',
    'Property Location': '西予市宇和町',
    Prefecture: 'ehime',
    placeName: seiyo,
  })
  expect(screen.getByRole('article', { name: 'House in Seiyo, Ehime · 4LDK' })).toBeDefined()
  expect(screen.getByText('西予市').lang).toBe('ja')
})

test('a card without photos shows its tags and the outline of its prefecture, in which a dot marks the town', () => {
  showCard({
    title: 'House in Seiyo, Ehime · 4LDK',
    Prefecture: 'ehime',
    placeName: seiyo,
    spot: '31.8 61.4',
    tags: ['by-the-sea', 'garden'],
  })
  const outline = screen.getByRole('img', { name: 'No Image Available' })
  expect(outline.querySelector('use')?.getAttribute('href')).toBe('/outlines.svg#Ehime')
  expect(outline.querySelector('path')?.getAttribute('d')).toBe('M31.8 61.4h0')
  expect(screen.getByText('House in Seiyo, Ehime')).toBeDefined()
  expect(screen.getByText('西予市').lang).toBe('ja')
  expect(screen.getByText('By the sea · Garden')).toBeDefined()
})

test('the fact line begins with what tells houses apart: the year with the kind of house, then rooms and areas', () => {
  const listing = toListing(
    listingRecord({
      'Construction Year': 1960,
      'Building - Layout': '10DK',
      'Building - Area': 257,
      'Land - Area': 400,
      tags: ['by-the-sea', 'kominka'],
    }),
  )
  render(<FactLine listing={listing} display={undefined} />)
  const facts = within(screen.getByRole('list', { name: 'Facts' })).getAllByRole('listitem')
  expect(facts.map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))).toEqual([
    'built 1960 kominka',
    '10DK',
    '257 m²',
    '400 m² land',
  ])
})

test('a card with many signs (watch-outs and good signs) shows the first three, and the others after a tap', async () => {
  showCard({
    watchOuts: ['farmland-in-the-lot', 'well-water', 'setback', 'septic-tank'],
    goodSigns: ['parking'],
  })
  const signs = within(screen.getByRole('list', { name: 'Signs' }))
  expect(signs.queryByRole('button', { name: 'Septic tank' })).toBeNull()
  await userEvent.click(signs.getByRole('button', { name: '2 more' }))
  expect(signs.getByRole('button', { name: 'Septic tank' })).toBe(document.activeElement)
  expect(signs.getByRole('button', { name: 'Parking' })).toBeDefined()
})

test('when the dialog about a watch-out opens, screen readers read the explanation', async () => {
  showCard({ watchOuts: ['well-water'] })
  await userEvent.click(screen.getByRole('button', { name: 'Well water' }))
  const dialog = await screen.findByRole('dialog', { name: 'Well water' })
  const meaning = document.getElementById(dialog.getAttribute('aria-describedby') ?? '')
  expect(meaning?.textContent).toMatch(/Ask:/)
  expect(dialog.contains(meaning)).toBe(true)
})

test('a card of a house in an unknown place shows the outline of the prefecture without a dot', () => {
  showCard({ Prefecture: 'ehime' })
  const outline = screen.getByRole('img', { name: 'No Image Available' })
  expect(outline.querySelector('path')).toBeNull()
  expect(screen.getByText('Property in Ehime')).toBeDefined()
})

test('a card whose title contains the address also shows the Japanese name of the municipality', () => {
  showCard({ 'Property Type': 'House', 'Property Location': 'Ine', placeName: seiyo })
  expect(screen.getByRole('article', { name: 'House in Ine' })).toBeDefined()
  expect(screen.getByText('西予市').lang).toBe('ja')
})

test('a card shows the location in English, with the Japanese address below it', () => {
  const listing = toListing(
    listingRecord({
      title: 'House in Seiyo, Ehime · 4LDK',
      'Property Location': '愛媛県西予市宇和町',
      Prefecture: 'ehime',
      placeName: seiyo,
    }),
  )
  render(<ListingRows listing={listing} display={undefined} price={null} />)
  const address = screen.getByText('愛媛県西予市宇和町')
  expect(address.lang).toBe('ja')
  expect(address.parentElement?.textContent).toBe('Seiyo, Ehime愛媛県西予市宇和町')
})

test('if a source writes the Japanese address behind an English place name, the card shows each of them once', () => {
  const address = 'Seiyo, Ehime (愛媛県西予市宇和町12)'
  const listing = toListing(
    listingRecord({ 'Property Location': address, Prefecture: 'ehime', placeName: seiyo }),
  )
  render(<ListingRows listing={listing} display={undefined} price={null} />)
  const japanese = screen.getByText('愛媛県西予市宇和町12')
  expect(japanese.parentElement?.textContent).toBe('Seiyo, Ehime愛媛県西予市宇和町12')
})

test.each([
  ['12 Unomachi, Seiyo', '12 Unomachi, Seiyo西予市'],
  [null, 'Seiyo, Ehime西予市'],
])('a card shows the location of a house with the address %s as: %s', (address, text) => {
  const listing = toListing(
    listingRecord({ 'Property Location': address, Prefecture: 'ehime', placeName: seiyo }),
  )
  render(<ListingRows listing={listing} display={undefined} price={null} />)
  const japanese = screen.getByText('西予市')
  expect(japanese.lang).toBe('ja')
  expect(japanese.parentElement?.textContent).toBe(text)
})

test.each([
  ['Land Area', { 'Land - Area': '3反2畝' }],
  ['Area', { 'Building - Area': '約百坪' }],
  ['Floor Plan', { 'Building - Layout': '和室6室' }],
  ['Construction Date', { 'Building - Construction Date': '江戸末期' }],
  ['Construction Date', { 'Building - Construction Date': '昭和30年代' }],
])(
  'a Japanese %s is shown as the source writes it, and not as “Not stated” (%#)',
  (name, record) => {
    const listing = toListing(listingRecord(record))
    render(<ListingRows listing={listing} display={undefined} price={null} />)
    const [written] = Object.values(record)
    const row = screen.getByText('as the source writes it').closest('dd')
    expect(row?.querySelector('[lang=ja]')).not.toBeNull()
    expect(row?.previousElementSibling?.textContent).toBe(name)
    expect(row?.textContent).toBe(`${written}as the source writes it`)
  },
)

describe('the age of a house on a card', () => {
  const NOW = new Date('2026-11-21T12:00:00Z')
  const added = { Prefecture: 'ehime', createdAt: '2026-11-18T12:00:00Z' }
  test.each([
    [
      'as the days since it was added',
      { ...added, asOf: 'Oct 2026' },
      'Ehime\u00a0· added 3 days ago',
    ],
    [
      "as its source's date, if it came with the first import",
      { ...added, firstImport: true, asOf: 'Mar 2025' },
      'Ehime\u00a0· listed as of Mar 2025',
    ],
    ['not at all, if the date is unknown', { ...added, firstImport: true }, 'Ehime'],
  ])('the card of a house shows the age of its listing %s', (_, record, words) => {
    const { container } = render(
      <PlaceAndAge listing={toListing(listingRecord(record))} now={NOW} />,
    )
    expect(container.textContent).toBe(words)
  })
})
