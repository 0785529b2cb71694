import type { ListingRecord } from './listings.ts'
import { prefectureDisplay } from './prefectures.ts'

type SharedFacts = Pick<
  ListingRecord,
  'Property Type' | 'Prefecture' | 'City' | 'Building - Layout' | 'Building - Area' | 'Land - Area'
>

/**
 * The public title of a house. It names no place that is more precise than the city. Layout and
 * area distinguish the houses of a city: `House in Yabu, Hyogo · 6DK · 98.5 m²`.
 */
export function sharedTitle(listing: SharedFacts) {
  const { 'Property Type': type, Prefecture: prefecture, City: city } = listing
  const { 'Building - Layout': layout, 'Building - Area': area, 'Land - Area': land } = listing
  const place = [city, prefecture && prefectureDisplay(prefecture)].filter(Boolean).join(', ')
  const size = inSquareMetres(area) ?? inSquareMetres(land, ' land')
  return [`${type || 'Property'} in ${place || 'Japan'}`, layout, size].filter(Boolean).join(' · ')
}

/**
 * Undefined if `area` is a text. Such a text is the source's own wording, which the public title
 * must not show.
 */
function inSquareMetres(area: number | string | null, of = '') {
  return typeof area === 'number' && area > 0 ? `${formatTenths(area)} m²${of}` : undefined
}

/**
 * Formats `1234.56` as `1,234.6`. Avoids `Intl`, because its first use takes 60 ms on a slow phone.
 */
function formatTenths(number: number) {
  const [whole = '', tenths] = String(Math.round(number * 10) / 10).split('.')
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  return tenths === undefined ? grouped : `${grouped}.${tenths}`
}
