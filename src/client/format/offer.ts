import type { Listing } from '#client/data/to-listing.ts'

type Offered = Pick<Listing, 'withdrawn' | 'status'>

/** Says in a badge that a house is not simply offered: `Under negotiation`, `Sold`. */
export function offerBadge({ withdrawn, status }: Offered) {
  if (withdrawn && status === 'sold') return 'Sold'
  if (withdrawn && status === 'contracted') return 'Under contract'
  if (withdrawn) return 'No longer offered'
  return status === 'negotiating' ? 'Under negotiation' : undefined
}

/** The same as a sentence, which a page shows above the facts of the house. */
export function describeOffer({ withdrawn, status }: Offered) {
  if (withdrawn && status === 'sold') return 'This house has been sold.'
  if (withdrawn && status === 'contracted') {
    return 'This house is under contract, and no longer offered.'
  }
  if (withdrawn) return 'This house is no longer offered.'
  return status === 'negotiating'
    ? 'The seller is negotiating with somebody. Ask whether the house can still be bought.'
    : undefined
}
