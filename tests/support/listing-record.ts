import type { ListingRecord } from '#contract/listings.ts'

/** A listing with all fields null except those in `known`. */
export function listingRecord(known: Partial<ListingRecord> = {}): ListingRecord {
  return {
    _id: 'a1',
    'Property Type': null,
    'Property Location': null,
    Prefecture: null,
    City: null,
    'Sale Price': null,
    'Sale Price Yen': null,
    'Building - Layout': null,
    'Building - Area': null,
    'Land - Area': null,
    'Building - Construction Date': null,
    'Construction Year': null,
    'Building - Structure': null,
    Transportation: null,
    Remarks: null,
    createdAt: '2026-11-01T00:00:00.000Z',
    firstImport: false,
    images: [],
    photos: [],
    sample: false,
    withdrawn: false,
    attribution: null,
    ...known,
  }
}
