import { formatNumber } from '#client/format/format.ts'
import type { Distances } from '#contract/distances.ts'

/**
 * The known distances of a house, as rows such as `Station` and `Airport`. Each row also says how
 * the distance is known: from the source or as a straight line.
 */
export function distanceRows({ station, shinkansen, airport, sea }: Distances) {
  const rows = [
    station && {
      name: 'Station',
      value: [
        named(station, station.from === 'source' ? '' : 'about '),
        station.from === 'source' ? 'as the source states it' : 'in a straight line',
      ].join(', '),
    },
    shinkansen && { name: 'Shinkansen', value: named(shinkansen) },
    airport && { name: 'Airport', value: named(airport) },
    sea && {
      name: 'Sea',
      value: sea.km < 1 ? 'less than 1 km' : `about ${formatNumber(sea.km)} km`,
    },
  ]
  return rows.filter((row) => row !== undefined)
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
