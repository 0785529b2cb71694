import { toHalfWidth } from '#normalise/text.ts'

/**
 * A station from a listing's directions, with the lines that the directions name for this station.
 */
export interface StatedStation {
  /** The name in Japanese or Latin letters, without `駅` and `Station`. */
  name: string
  lines: string[]
}

/**
 * The maximum number of ways to a station that are read from one listing. A real listing states a
 * few ways, but a hostile file could state thousands.
 */
const MAX_WAYS = 10
const BY_BUS = /^(?:バス停|bus stop)/i

/**
 * Match the word after a station's name. Do not match `道の駅`, which is a rest area on a road, or
 * `駅前`, which may be a square or a bus stop.
 */
const STATION_WORDS = [/(?<!道の)駅(?!前)/u, / (?:Station|Sta\.)/i]
/** Characters between the name of a station and the words before it. */
const SEPARATORS = /[\s,、:「『"()]+/u
const LINE = /(?:線|ライン|鉄道|電鉄|電車|鐵道|モノレール|エクスプレス)$/u
/** Matches a line and a station without a space between them: `JR山陽本線笠岡`. */
const LINE_AND_NAME = /^(.+?(?:線|ライン|鉄道|電鉄|モノレール))(.+)$/u

/**
 * Reads the stations in a listing's directions, in the order of the text. The text has a form such
 * as `JR山陽本線 笠岡駅 徒歩12分`, or the form that Engawa itself writes,
 * `JR Sanyo Main Line, Kasaoka Station: 12 min walk · JR山陽本線 笠岡駅`.
 */
export function statedStations(transportation: string | null): StatedStation[] {
  if (!transportation) return []
  return toHalfWidth(transportation)
    .split('/', MAX_WAYS)
    .map((way) => way.trim())
    .filter((way) => !BY_BUS.test(way))
    .flatMap(stationsOf)
}

function stationsOf(way: string): StatedStation[] {
  const lines = way.split(SEPARATORS).filter((word) => LINE.test(word))
  for (const word of STATION_WORDS) {
    const end = way.search(word)
    const before = end > 0 ? way.slice(0, end).replace(/(?<=.)\([^)]*\)$|[」』"]$/u, '') : ''
    // A name in Latin letters may have several words, so do not split it at spaces.
    const name = /[a-z]$/i.test(before) ? before.split(/[,:]/) : before.split(SEPARATORS)
    const last = name.at(-1)?.trim()
    if (last) return readings(last, lines)
  }
  return []
}

/** The ways to read a word before `駅`, the most likely first. */
function readings(word: string, lines: string[]): StatedStation[] {
  const [, line, rest] = word.match(LINE_AND_NAME) ?? []
  const afterDot = word.split('・').at(-1)
  return [
    { name: word, lines },
    ...(line && rest ? [{ name: rest, lines: [line, ...lines] }] : []),
    ...(afterDot && afterDot !== word ? [{ name: afterDot, lines }] : []),
  ]
}
