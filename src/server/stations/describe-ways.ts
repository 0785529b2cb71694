import { parseNumber } from '#contract/figures.ts'
import { hasJapanese } from '#contract/japanese.ts'
import { describeWalk, inKilometres, splitWays } from '#normalise/access.ts'
import { toHalfWidth } from '#normalise/text.ts'
import type { AccessNames } from './access-names.ts'

const LABEL = /^(?:最寄り?駅|交通|アクセス) ?[:：] ?/
/**
 * Matches a route by rail, such as `JR予讃線「宇和島」駅より徒歩10分`. Does not match 道の駅, a rest area on a road,
 * or 駅前, which may belong to a bus stop.
 */
const BY_RAIL =
  /^(?<line>[^「『\s,、]*(?:線|ライン|鉄道|電鉄|鐵道))?[ 「『・,、:]*(?:JR ?)?(?<station>[^「」『』\s,、・駅線]{1,12})[」』]? ?(?<!道の)駅(?!前)(?<rest>.*)$/u
/** Matches a station after its line, in 「」 without 駅: `JR山手線「品川」徒歩10分`. */
const IN_BRACKETS =
  /^(?<line>[^「『\s,、]*(?:線|ライン|鉄道|電鉄|鐵道)) ?[「『](?<station>[^」』駅]{1,12})[」』](?!駅)(?<rest>.*)$/u
/** Matches a station between its line and the walk: `小田急線 経堂 徒歩6分`. */
const BEFORE_WALK =
  /^(?<line>[^「『\s,、]*(?:(?<!号)線|ライン|鉄道|電鉄|鐵道)) (?<station>[^\s「」『』駅停,、]{1,12}) (?<rest>(?:徒?歩|車|バス|自転車).*)$/u
const BUS_STOP = /^[^駅A-Za-z]*バス停/

const MINUTES = String.raw`(?:で|にて|利用|乗車)?、? ?約?(\d{1,3}) ?分`
const BY_BUS = new RegExp(`バス ?${MINUTES}`)
const ON_FOOT = new RegExp(`(?:徒歩|停歩|歩|下車) ?${MINUTES}`)
const BY_CAR = new RegExp(`(?:車|タクシー) ?${MINUTES}`)
const BY_BICYCLE = new RegExp(`自転車 ?${MINUTES}`)
const LENGTH = /約?([\d,.]+) ?(km|m|キロ|メートル)(?![a-z])/i

/**
 * Puts a description in English before each route of a Japanese text, in which slashes separate the
 * routes: `予讃線 宇和島駅 徒歩10分` → `Yosan Line, Uwajima Station: 10 min walk · 予讃線 宇和島駅 徒歩10分`. Other
 * texts stay as they are.
 */
export function describeWays(text: string, names: AccessNames | undefined) {
  if (!names || !hasJapanese(text)) return text
  return splitWays(text)
    .map((way) => describeWay(way, names))
    .join(' / ')
}

function describeWay(way: string, names: AccessNames) {
  const written = toHalfWidth(way).replace(LABEL, '')
  const english = BUS_STOP.test(written)
    ? ['Bus stop', describeManner(written)].filter(Boolean).join(': ')
    : describeRailway(written, names)
  return english ? `${english} · ${way}` : way
}

function describeRailway(way: string, names: AccessNames) {
  const route = [IN_BRACKETS, BEFORE_WALK, BY_RAIL].map((form) => way.match(form)).find(Boolean)
  const { line = '', station = '', rest = '' } = route?.groups ?? {}
  if (station === '') return null
  const named = nameOf(station, line, names)
  const manner = describeManner(rest)
  if (!named.line && !named.station && !manner) return null
  return describePlace(named) + (manner ? `: ${manner}` : '')
}

/**
 * Describes the station. Omits a name whose reading is not sure. The Japanese text after the
 * description still contains this name.
 */
function describePlace({ line, station }: ReturnType<typeof nameOf>) {
  if (!station) return line ? `${line} station` : 'Station'
  return [line, `${station} Station`].filter(Boolean).join(', ')
}

function nameOf(station: string, line: string, names: AccessNames) {
  const name = names.station(station, line || null)
  if (name || line) return { line: line && names.line(line), station: name }
  // In `名鉄犬山`, no space separates the name of the company from the station. Find the end of the
  // company's name.
  for (let end = station.length - 1; end > 1; end -= 1) {
    const company = names.line(station.slice(0, end))
    if (company) return { line: company, station: names.station(station.slice(end), null) }
  }
  return { line: null, station: null }
}

/** How to get from the station to the house, as far as the text says. */
function describeManner(text: string) {
  const minutes = (pattern: RegExp) => text.match(pattern)?.[1]
  const walk = minutes(ON_FOOT)
  const onFoot = walk && describeWalk({ minutes: Number(walk) })
  const bus = minutes(BY_BUS)
  if (bus) return [`${Number(bus)} min by bus`, onFoot].filter(Boolean).join(', then ')
  if (onFoot) return onFoot
  const bicycle = minutes(BY_BICYCLE)
  if (bicycle) return `${Number(bicycle)} min by bicycle`
  const car = minutes(BY_CAR)
  if (car) return `${Number(car)} min by car`
  const [, number = '', unit = ''] = text.match(LENGTH) ?? []
  const length = parseNumber(number)
  if (length === null || length === 0) return null
  const metres = /^(?:km|キロ)/i.test(unit) ? length * 1000 : length
  return metres < 1000 ? `${metres} m` : inKilometres(metres)
}
