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

const ON_FOOT =
  /(?:徒歩|(?<![徒停])歩) ?約?(\d{1,3}) ?分|(\d{1,3})[- ]?min(?:ute)?s?\.?[- ](?:walk|on foot)/i
const BY_BUS = /バス|bus/i
/** Matches a station: with 駅, or after its line in 「」 or before the walk, as portals write it. */
const STATION =
  /(?<!道の)駅|station|sta\.|(?:(?<!号)線|ライン|鉄道|電鉄|鐵道)(?: ?[「『]| [^\s「」]{1,12} 徒?歩)/i

/** Matches a part of a route that only names the line: `小田急線`. */
const LINE_ALONE = /^[^\s「」『』駅]*(?:線|ライン|鉄道|電鉄|鐵道)$/
/** Matches a part of a route that only says how long it takes: `徒歩8分`, `車6分`. */
const MANNER_ALONE = /^(?:徒?歩|車|バス|自転車) ?約?\d{1,3} ?分$/
const HAS_MANNER = /\d ?(?:分|k?m(?![a-z]))/i

/**
 * Splits the routes of a text at its slashes. Portals also write a slash inside a route, such as
 * `小田急線/経堂 徒歩6分` or `徒歩8分 ／ 高山本線「下呂」`. These parts are joined again.
 */
export function splitWays(text: string) {
  const ways: string[] = []
  let [line, manner] = ['', '']
  for (const part of text.split(/[/／]/).map((part) => part.trim())) {
    const written = toHalfWidth(part)
    const before = ways.at(-1)
    if (LINE_ALONE.test(written)) line = part
    else if (!MANNER_ALONE.test(written)) {
      ways.push([line, part, manner].filter((some) => some !== '').join(' '))
      ;[line, manner] = ['', '']
    } else if (before === undefined) manner = part
    else if (HAS_MANNER.test(toHalfWidth(before))) ways.push(part)
    else ways[ways.length - 1] = `${before} ${part}`
  }
  return [...ways, ...[line, manner].filter((rest) => rest !== '')]
}

/**
 * The walk to the nearest railway station in metres, from a text such as `笠岡駅 徒歩12分 / バス停 徒歩3分`.
 * Undefined if the text states no walk from a station. Walks from bus stops are ignored.
 */
export function metresToStation(transportation: string | null) {
  const walks = splitWays(toHalfWidth(transportation ?? ''))
    .filter((way) => STATION.test(way) && !BY_BUS.test(way))
    .flatMap((way) => {
      const [, japanese, english] = way.match(ON_FOOT) ?? []
      return japanese ?? english ?? []
    })
    .map((minutes) => Number(minutes) * METRES_PER_MINUTE)
  return walks.length > 0 ? Math.min(...walks) : undefined
}
