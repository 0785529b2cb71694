import { prefectureDisplay } from './prefectures.ts'
import type { SharedListing } from './sharing.ts'

/** What a house is called by those who may know its city, and no more: `House in Yabu, Hyogo`. */
export function sharedTitle(listing: Pick<SharedListing, 'Property Type' | 'Prefecture' | 'City'>) {
  const { 'Property Type': type, Prefecture: prefecture, City: city } = listing
  const place = [city, prefecture && prefectureDisplay(prefecture)].filter(Boolean).join(', ')
  return `${type || 'Property'} in ${place || 'Japan'}`
}
