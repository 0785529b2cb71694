import { toHalfWidth } from './text.ts'

/** Metres per minute on foot, as defined by the rules for Japanese real estate advertisements. */
export const METRES_PER_MINUTE = 80

/** The longest walk that is shown in minutes. A longer distance is shown in kilometres. */
const MAX_WALK_METRES = 30 * METRES_PER_MINUTE

/** A distance as a source states it: in minutes on foot, or in metres. */
export interface Distance {
  minutes?: number
  metres?: number
}

/** Formats a distance: `12 min walk (960 m)`, `12 min walk`, or `4.2 km` for a long distance. */
export function describeWalk({ minutes, metres }: Distance) {
  const length = metres ?? (minutes ?? 0) * METRES_PER_MINUTE
  if (length > MAX_WALK_METRES) return inKilometres(length)
  const walk = `${Math.ceil(length / METRES_PER_MINUTE)} min walk`
  return metres === undefined ? walk : `${walk} (${metres} m)`
}

export function inKilometres(metres: number) {
  const kilometres = metres / 1000
  return `${Number(kilometres.toFixed(kilometres < 10 ? 1 : 0))} km`
}

const ON_FOOT = /徒歩 ?約?(\d{1,3}) ?分|(\d{1,3})[- ]?min(?:ute)?s?\.?[- ](?:walk|on foot)/i
const BY_BUS = /バス|bus/i
const STATION = /駅|station|sta\./i

/**
 * The walk to the nearest railway station in metres, from a text such as `笠岡駅 徒歩12分 / バス停 徒歩3分`.
 * Undefined if the text states no walk from a station. Walks from bus stops are ignored.
 */
export function metresToStation(transportation: string | null) {
  const walks = toHalfWidth(transportation ?? '')
    .split(/[/／]/)
    .filter((way) => STATION.test(way) && !BY_BUS.test(way))
    .flatMap((way) => {
      const [, japanese, english] = way.match(ON_FOOT) ?? []
      return japanese ?? english ?? []
    })
    .map((minutes) => Number(minutes) * METRES_PER_MINUTE)
  return walks.length > 0 ? Math.min(...walks) : undefined
}
