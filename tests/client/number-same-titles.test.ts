import { expect, test } from 'vitest'
import { toListing } from '#client/data/to-listing.ts'
import { numberSameTitles } from '#client/features/listings/number-same-titles.ts'
import { listingRecord } from '#tests/support/listing-record.ts'

test('if houses from separately saved records have the same title, the titles are numbered, as “1 of 2”', () => {
  const saved = ['House in Ine', 'House in Oki', 'House in Ine'].map((title) =>
    toListing(listingRecord({ title })),
  )
  expect(numberSameTitles(saved)).toEqual(['1 of 2', undefined, '2 of 2'])
})
