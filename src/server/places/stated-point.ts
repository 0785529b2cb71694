import type { Coordinate } from '#contract/place-values.ts'
import { implausible, type Reading, read, unread } from '#normalise/reading.ts'
import { toHalfWidth } from '#normalise/text.ts'
import { isInJapan } from './in-japan.ts'

export interface StatedPoint extends Coordinate {
  /** Whether the source states the longitude in place of the latitude. */
  isSwapped: boolean
}

const UNREADABLE = 'cannot be read as degrees'
/** Longer texts are no coordinates. */
const MAX_LENGTH = 100

const SOUTH_OR_WEST = /[SW]|南緯|西経/i
const COMPASS = /[NESW]|[北南]緯|[東西]経/gi
const DECIMAL = /^([+-]?)(\d+(?:\.\d+)?)(?:°|º|度)?$/
/** Degrees, minutes and seconds: `34°6'30.5"`, `34度6分30秒`, `34:06:30`. */
const SEXAGESIMAL =
  /^([+-]?)(\d{1,3})(?:°|º|度|:)(\d{1,2}(?:\.\d+)?)(?:['′’]|分|:)?(?:(\d{1,2}(?:\.\d+)?)(?:["″”]|''|秒)?)?$/

/** Parses a latitude or a longitude in degrees: `34.1`, `N34.1`, `北緯34度6分`. */
export function parseDegrees(text: string): Reading<number> {
  const plain = toHalfWidth(text).replace(/\s/g, '')
  if (plain.length > MAX_LENGTH) return unread(UNREADABLE)
  const written = plain.replace(COMPASS, '')
  const [, sign, degrees, minutes = '0', seconds = '0'] =
    written.match(DECIMAL) ?? written.match(SEXAGESIMAL) ?? []
  if (degrees === undefined) return unread(UNREADABLE)
  const value = Number(degrees) + Number(minutes) / 60 + Number(seconds) / 3600
  return read(sign === '-' || SOUTH_OR_WEST.test(plain) ? -value : value)
}

/** Parses a point in one text: `34.1, 133.9`. */
export function parsePoint(text: string): Reading<StatedPoint> {
  const plain = toHalfWidth(text).replace(/^\s*[([]|[)\]]\s*$/g, '')
  const parts = plain.trim().split(/\s*[,、;/]\s*|\s+(?=[+-]?\d{2,3}\.\d)|(?=東経|E\d)/)
  const [first, second] = parts.map(parseDegrees)
  if (parts.length !== 2 || first?.kind !== 'read' || second?.kind !== 'read')
    return unread('is not a point with its latitude and longitude')
  return toPoint(first.value, second.value)
}

/**
 * Checks that a point is in Japan. No latitude in Japan is a longitude in Japan, so a point that is in
 * Japan only with latitude and longitude exchanged is certainly written the other way round.
 */
export function toPoint(
  latitude: number,
  longitude: number,
): Exclude<Reading<StatedPoint>, { kind: 'blank' }> {
  if (latitude === 0 && longitude === 0) return implausible('is 0, 0, which states no point')
  if (isInJapan(latitude, longitude))
    return { kind: 'read', value: { latitude, longitude, isSwapped: false } }
  if (isInJapan(longitude, latitude)) {
    return { kind: 'read', value: { latitude: longitude, longitude: latitude, isSwapped: true } }
  }
  const isInDegrees = Math.abs(latitude) <= 180 && Math.abs(longitude) <= 180
  return implausible(
    isInDegrees ? 'is a point outside Japan' : 'is not in degrees of latitude and longitude',
  )
}
