import type { Listing } from '#client/data/to-listing.ts'
import { BY_THE_SEA, distanceRange, isStatedBySea } from '#client/format/distance-words.ts'
import { formatNumber } from '#client/format/format.ts'
import { Distances } from '#contract/distances.ts'

/**
 * The known distances of a house, as rows such as `Station` and `Airport`. Each row also says how
 * the distance is known: from the source or as a straight line.
 */
export function distanceRows(listing: Listing) {
  const distances = Distances.parse(listing.record.distances ?? {})
  const { station, shinkansen, airport, sea, errorKm = 0 } = distances
  const isBySea = isStatedBySea(listing)
  const rows = [
    station && {
      name: 'Station',
      value: [
        named(station, station.from === 'source' ? '' : 'about '),
        station.from === 'source' ? 'as the source states it' : 'in a straight line',
      ].join(', '),
    },
    shinkansen && { name: 'Shinkansen', value: describeShinkansen(shinkansen) },
    airport && { name: 'Airport', value: named(airport) },
    (isBySea || sea) && {
      name: 'Sea',
      value: isBySea || !sea ? BY_THE_SEA : distanceRange(sea.km, errorKm),
    },
  ]
  return rows.filter((row) => typeof row === 'object')
}

function describeShinkansen(shinkansen: NonNullable<Distances['shinkansen']>) {
  if (shinkansen.isStated) return `${named(shinkansen, '')}, as the source states it`
  if (!shinkansen.isAcrossTheSea) return named(shinkansen)
  return `none on this island. The nearest is across the sea: ${named(shinkansen)}`
}

interface Named {
  km: number
  en?: string
  ja?: string
}

/**
 * Formats a distance: `about 12 km, Okayama`. The position of a place is only precise to some
 * kilometres, so longer distances are rounded to whole kilometres.
 */
function named({ km, en, ja }: Named, prefix = 'about ') {
  const distance = `${prefix}${formatNumber(km, km < 10 ? 1 : 0)} km`
  const name = en ?? ja
  return name ? `${distance}, ${name}` : distance
}
