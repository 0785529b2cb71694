import type { ListingRecord } from './listings.ts'
import { prefectureDisplay } from './prefectures.ts'

const squareMetres = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

type SharedFacts = Pick<
  ListingRecord,
  'Property Type' | 'Prefecture' | 'City' | 'Building - Layout' | 'Building - Area' | 'Land - Area'
>

/**
 * The public title of a house, which names no more than its city. Layout and area tell the houses of
 * a city apart: `House in Yabu, Hyogo · 6DK · 98.5 m²`.
 */
export function sharedTitle(listing: SharedFacts) {
  const { 'Property Type': type, Prefecture: prefecture, City: city } = listing
  const { 'Building - Layout': layout, 'Building - Area': area, 'Land - Area': land } = listing
  const place = [city, prefecture && prefectureDisplay(prefecture)].filter(Boolean).join(', ')
  const size = inSquareMetres(area) ?? inSquareMetres(land, ' land')
  return [`${type || 'Property'} in ${place || 'Japan'}`, layout, size].filter(Boolean).join(' · ')
}

/** A text is the source's own, which the title does not show. */
function inSquareMetres(area: number | string | null, of = '') {
  return typeof area === 'number' && area > 0 ? `${squareMetres.format(area)} m²${of}` : undefined
}
