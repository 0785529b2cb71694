import { cleanup, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { HouseHistory } from '#client/components/house-history.tsx'
import { toListing } from '#client/data/to-listing.ts'
import { ListingRecord } from '#contract/listings.ts'

const at = (day: number) => `2026-05-${String(day).padStart(2, '0')}T12:00:00Z`
const price = (day: number, yen_before: number | null, yen_after: number | null) => {
  return { kind: 'price', at: at(day), yen_before, yen_after }
}

function show(history: unknown) {
  cleanup()
  const record = ListingRecord.parse({ _id: 'house-1', history })
  render(<HouseHistory listing={toListing(record)} />)
  return screen.queryAllByRole('listitem').map(({ textContent }) => textContent)
}

test('a house without a history shows none', () => {
  expect(show(undefined)).toEqual([])
  expect(screen.queryByText('History')).toBeNull()
})

test('each change is a sentence with its day, the newest first', () => {
  const changes = [
    { kind: 'added', at: at(1) },
    price(2, 5_800_000, 4_800_000),
    price(3, 4_800_000, null),
    price(4, null, 5_000_000),
    {
      kind: 'facts',
      at: at(5),
      fields: ['remarks', 'buildingArea', 'buildingAreaText', 'rentYen', 'privateRoad'],
    },
    { kind: 'photos', at: at(6), photos_before: 1, photos_after: 4 },
    { kind: 'gone', at: at(7) },
    { kind: 'back', at: at(8) },
    { kind: 'of a newer version', at: at(9) },
  ]
  expect(show({ seen_at: at(20), changes })).toEqual([
    'May 20, 2026Last seen in its source',
    'May 8, 2026Offered again',
    'May 7, 2026No longer offered',
    'May 6, 20263 more photos',
    'May 5, 2026Remarks, building area, rent, private road changed',
    'May 4, 2026Price stated: ¥5,000,000',
    'May 3, 2026Price removed (was ¥4,800,000)',
    'May 2, 2026Price down 17%: ¥5,800,000 → ¥4,800,000',
    'May 1, 2026First seen by Engawa',
  ])
})

test('a chart of the price appears from three prices on', () => {
  const two = [{ kind: 'added', at: at(1) }, price(2, 5_800_000, 4_800_000)]
  show({ changes: two })
  expect(screen.queryByRole('img')).toBeNull()
  show({ changes: [...two, price(3, 4_800_000, 4_900_000)] })
  screen.getByRole('img', {
    name: 'The price was ¥5,800,000, then ¥4,800,000, then ¥4,900,000',
  })
})
