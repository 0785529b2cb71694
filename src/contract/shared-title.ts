import { prefectureDisplay } from './prefectures.ts'
import type { SharedListing } from './sharing.ts'

/** The public title of a house, which names no more than its city: `House in Yabu, Hyogo`. */
export function sharedTitle(listing: Pick<SharedListing, 'Property Type' | 'Prefecture' | 'City'>) {
  const { 'Property Type': type, Prefecture: prefecture, City: city } = listing
  const place = [city, prefecture && prefectureDisplay(prefecture)].filter(Boolean).join(', ')
  return `${type || 'Property'} in ${place || 'Japan'}`
}
