import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterContextProvider } from '@tanstack/react-router'
import { cleanup, configure, render, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { createAppRouter } from '#client/app.tsx'
import { createQueryClient } from '#client/data/query-client.ts'
import { type Listing, toListing } from '#client/data/to-listing.ts'
import { ListingCards } from '#client/features/listings/listing-cards.tsx'
import { useRenderedCount } from '#client/features/listings/rendered-count.ts'
import { DetailedCards } from '#client/features/search/detailed-cards.tsx'
import type { ListingRecord } from '#contract/listings.ts'
import { listingRecord } from '#tests/support/listing-record.ts'

afterEach(cleanup)

// The tests wait for animation frames, which may be slow on a busy machine.
configure({ asyncUtilTimeout: 60_000 })

const queryClient = createQueryClient()
const router = createAppRouter(queryClient, createMemoryHistory())
const options = {
  wrapper: ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>
      <RouterContextProvider router={router}>{children}</RouterContextProvider>
    </QueryClientProvider>
  ),
}
/**
 * A house with a unique title. Equal titles would be numbered, so removing one house would change
 * the other cards.
 */
const house = (at: number, rest: Partial<ListingRecord> = {}) =>
  listingRecord({
    ...{ _id: `house-${at}`, 'Property Type': 'House', 'Property Location': `Ine ${at}` },
    ...rest,
  })
const records = Array.from({ length: 10 }, (_, at) => house(at))
const ids = records.map(({ _id }) => _id)

test('a results page renders its cards a few at a time, so that the page can handle taps in between', async () => {
  const counts: number[] = []
  renderHook(() => counts.push(useRenderedCount(10)), options)
  await waitFor(() => expect(counts).toEqual([2, 4, 6, 8, 10]))
})

for (const Cards of [ListingCards, DetailedCards]) {
  test(`each card in ${Cards.name} renders once, and again only when its house changes`, async () => {
    let drawn: string[] = []
    const actions = ({ id }: Listing) => {
      drawn.push(id)
      return null
    }
    const page = { params: {}, total: records.length, totalPages: 1 }
    const cards = (of: typeof records) => (
      <Cards listings={of.map(toListing)} page={page} actions={actions} />
    )
    const { rerender } = render(cards(records), options)
    await waitFor(() => expect(drawn).toEqual(ids))

    drawn = []
    rerender(cards(records.filter(({ _id }) => _id !== 'house-7')))
    expect(drawn).toEqual([])
    rerender(cards(records.with(7, house(7, { City: 'Ine' }))))
    expect(drawn).toEqual(['house-7'])
  })
}
