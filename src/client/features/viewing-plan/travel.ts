import type { Listing } from '#client/data/to-listing.ts'
import { formatDuration } from '#client/format/duration.ts'
import { describePosition, formatKm, nameOfCircle } from '#client/format/precision.ts'
import { toPin } from '#client/notes/pin.ts'
import type { ShownFields } from '#client/notes/shown-fields.ts'
import { metresBetween } from '#contract/great-circle.ts'
import type { Coordinate } from '#contract/place-values.ts'

/** The assumptions of the estimated travel times. The sentence below the plan states them. */
const SPEED_KM_PER_HOUR = 40
const ROAD_FACTOR = 1.4
/** The travel time that the plan reserves if a distance is unknown. */
const RESERVED_MINUTES = 30

export const ESTIMATE = `Distances are straight lines. Travel times are rough estimates for ${SPEED_KM_PER_HOUR} km/h on roads that are ${ROAD_FACTOR} times as long as the straight line. Mountains, ferries and traffic are not considered. If a distance is unknown, the plan reserves ${RESERVED_MINUTES} minutes.`

/** The position of a house, or of the place where the person starts the day. */
export interface Position extends Coordinate {
  /** A sentence that says how precise the position is. */
  precision: string
  /** The radius of the circle in which the true position probably lies. */
  radiusKm: number
  isPin: boolean
}

/** The position of the person's own pin or, without a pin, of the place that the source names. */
export function positionOf(listing: Listing | undefined, notes: ShownFields | undefined) {
  return pinPosition(notes?.pin?.value) ?? placePosition(listing)
}

export function pinPosition(value: unknown): Position | undefined {
  const pin = toPin(value)
  if (!pin) return undefined
  const { latitude, longitude, accuracy_m } = pin
  return {
    ...{ latitude, longitude, isPin: true },
    precision: `Your pin, accurate to ${Math.ceil(accuracy_m)} m.`,
    radiusKm: accuracy_m / 1000,
  }
}

function placePosition(listing: Listing | undefined): Position | undefined {
  const place = listing?.record.placeName
  if (!place) return undefined
  const { latitude, longitude, radiusKm } = place
  const name = nameOfCircle(place, listing.prefecture)
  return {
    ...{ latitude, longitude, radiusKm, isPin: false },
    precision: `The house is ${describePosition(name, place)}.`,
  }
}

/** A leg of the route: the way from one position to the next. */
export interface Leg {
  km: number
  minutes: number
  /** Whether the positions are too imprecise for a useful distance. */
  isVague: boolean
}

/** Whether the length of a leg of the route is unknown, or known too imprecisely. */
export function isUnknown(leg: Leg | undefined) {
  return !leg || leg.isVague
}

export function legBetween(one: Position | undefined, other: Position | undefined) {
  if (!one || !other) return undefined
  const km = metresBetween(one, other) / 1000
  return {
    km,
    minutes: Math.ceil((km * ROAD_FACTOR * 60) / SPEED_KM_PER_HOUR),
    isVague: km < one.radiusKm + other.radiusKm && !(one.isPin && other.isPin),
  }
}

/** The travel time of a leg, in minutes. Never zero because the distance is unknown. */
export function travelMinutes(leg: Leg | undefined) {
  if (!leg) return RESERVED_MINUTES
  return leg.isVague ? Math.max(leg.minutes, RESERVED_MINUTES) : leg.minutes
}

/** Describes a leg of the route in a sentence. `from` names the place where the leg begins. */
export function describeLeg(leg: Leg | undefined, from: string) {
  if (!leg) return `The distance from ${from} is unknown.`
  if (leg.isVague) {
    return `The distance from ${from} is unknown, because the known positions are too imprecise.`
  }
  return `${formatKm(leg.km)} from ${from} in a straight line, roughly ${formatDuration(leg.minutes)} by car`
}
