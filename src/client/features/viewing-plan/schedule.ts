import type { Listing } from '#client/data/to-listing.ts'
import { textOf } from '#client/notes/field-values.ts'
import { minutesOf } from '#client/notes/japan-day.ts'
import type { ShownFields } from '#client/notes/shown-fields.ts'
import type { Visit } from '#client/notes/visits.ts'
import { dayInJapan, momentInJapan } from '#contract/japan-day.ts'
import type { HouseStatus } from '#contract/note-choices.ts'
import {
  type Leg,
  legBetween,
  type Position,
  pinPosition,
  positionOf,
  travelMinutes,
} from './travel.ts'

/** The default departure time. The person can choose another time. */
const USUAL_START = '09:00'

/** The time at which the person leaves, such as `09:00`. */
export function startTime(start: ShownFields) {
  return textOf(start, 'start.time') || USUAL_START
}

/**
 * A viewing with its times, and the leg of the route that leads to the house. Times are in minutes
 * since midnight in Japan.
 */
export interface Stop {
  visit: Visit
  /**
   * The viewed house. Undefined if this device has no record of the house, or if the house is no
   * longer offered.
   */
  listing: Listing | undefined
  position: Position | undefined
  /** The leg of the route from the previous stop. Undefined if its length is unknown. */
  leg: Leg | undefined
  /**
   * The beginning of the viewing, in minutes. This is the time of the appointment or, without an
   * appointment, the time of arrival.
   */
  begin: number
  end: number
  /** How many minutes after the appointment the person arrives. 0 if the person arrives in time. */
  late: number
  /**
   * Whether the person gave the house a status such as “Seen” on the day of the viewing or later.
   */
  isViewed: boolean
}

interface Day {
  visits: readonly Visit[]
  listings: ReadonlyMap<string, Listing>
  notesOn: (listingId: string) => ShownFields | undefined
  start: ShownFields
}

export function scheduleOf({ visits, listings, notesOn, start }: Day): Stop[] {
  let free = minutesOf(startTime(start))
  const origin = pinPosition(start['start.pin']?.value)
  let before = origin
  return visits.map((visit, index) => {
    const listing = listings.get(visit.listingId)
    const notes = notesOn(visit.listingId)
    const position = positionOf(listing, notes)
    const leg = legBetween(before, position)
    // If the place where the day starts is unknown, the day starts at the first house.
    const isStart = index === 0 && !origin
    const arrival = free + (isStart ? 0 : travelMinutes(leg))
    const begin = visit.time ? minutesOf(visit.time) : Math.ceil(arrival / 5) * 5
    free = begin + visit.minutes
    before = position
    return {
      ...{ visit, listing, position, leg, begin, end: free },
      late: visit.time ? Math.max(0, arrival - begin) : 0,
      isViewed: notes !== undefined && wasViewed(notes, visit.day),
    }
  })
}

/** The statuses that a person gives to a house after a viewing. */
const AFTER_VIEWING: readonly HouseStatus[] = ['seen', 'shortlisted', 'rejected']

/**
 * Whether the person gave the house one of the `AFTER_VIEWING` statuses on the day of the viewing
 * or later. An earlier status belongs to an earlier viewing.
 */
function wasViewed({ status }: ShownFields, day: string) {
  if (!status || !AFTER_VIEWING.some((after) => after === status.value)) return false
  return dayInJapan(new Date(status.at)) >= day
}

/**
 * Whether the viewing is over: the person has viewed the house, or the appointment has ended.
 * Without an appointment, the end of the viewing does not count, because it is only an estimate.
 */
export function isOver({ visit: { day, time }, end, isViewed }: Stop, now: Date) {
  return isViewed || (time !== undefined && momentInJapan(day, end) <= now)
}
