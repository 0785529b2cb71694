import { idOfRecord, type RemovedTime, visitRecord } from '#contract/note-choices.ts'
import { numberOf, textOf } from './field-values.ts'
import { minutesOf } from './japan-day.ts'
import { setNoteField } from './set-note-field.ts'
import type { ShownFields } from './shown-fields.ts'

/** The default length of a viewing, in minutes. The person can choose another length. */
export const USUAL_MINUTES = 45
/**
 * The maximum number of houses in a day. Nobody can view more houses, and the limit keeps the page
 * fast.
 */
export const MAX_VISITS_OF_DAY = 30

/** The planned viewing of a house. */
export interface Visit {
  listingId: string
  record: string
  fields: ShownFields
  /** The day in Japan, such as `2026-11-25`. */
  day: string
  order: number
  minutes: number
  /** The time of the appointment in Japan, such as `10:30`. */
  time: string | undefined
  name: string | undefined
  phone: string | undefined
  remark: string | undefined
}

export const VISITS = visitRecord('')

/** The planned viewings of all days, in their order. */
export function readVisits(records: ReadonlyMap<string, ShownFields>): Visit[] {
  return [...records]
    .flatMap(([record, fields]) => toVisit(record, fields) ?? [])
    .sort((a, b) => Date.parse(a.day) - Date.parse(b.day) || a.order - b.order || compareIds(a, b))
}

/**
 * Reads a planned viewing from its record. Undefined if the record has no day, because the house is
 * then not on the plan.
 */
function toVisit(record: string, fields: ShownFields): Visit | undefined {
  const day = textOf(fields, 'day')
  if (!day) return undefined
  return {
    ...{ record, fields, day, listingId: idOfRecord(record) },
    order: numberOf(fields, 'order') ?? 0,
    minutes: numberOf(fields, 'minutes') ?? USUAL_MINUTES,
    time: textOf(fields, 'appointment.time') || undefined,
    name: textOf(fields, 'appointment.name') || undefined,
    phone: textOf(fields, 'appointment.phone') || undefined,
    remark: textOf(fields, 'remark') || undefined,
  }
}

/**
 * Sorts two houses with the same `order` by their ids. Two houses get the same `order` if they were
 * moved on different devices offline. Without this rule, each device could show another order.
 */
function compareIds(a: Visit, b: Visit) {
  return a.listingId < b.listingId ? -1 : 1
}

/** Adds a house to the end of a day. `visits` contains the viewings of all days. */
export function planHouse(visits: readonly Visit[], listingId: string, day: string) {
  const orders = visits.filter((visit) => visit.day === day).map(({ order }) => order)
  setNoteField(visitRecord(listingId), 'order', Math.max(0, ...orders) + 1)
  setNoteField(visitRecord(listingId), 'day', day)
  setNoteField(visitRecord(listingId), 'removed', null)
}

/**
 * Removes a house from the plan. Its appointment stays, in case the house is planned again. Records
 * when the viewing would have been, so that the person can cancel it in a calendar too.
 */
export function unplanHouse(listingId: string, removed: RemovedTime | undefined) {
  setNoteField(visitRecord(listingId), 'day', null)
  if (removed) setNoteField(visitRecord(listingId), 'removed', removed)
}

/** A viewing that was removed from the plan. */
export interface RemovedVisit extends RemovedTime {
  listingId: string
}

/**
 * The time of a viewing's appointment. Without an appointment, only the plan of the day knows the
 * time, and the result is the beginning of the day.
 */
export function appointmentOf({ day, time, minutes }: Visit): RemovedTime {
  const begin = time ? minutesOf(time) : 0
  return { day, begin, end: begin + minutes }
}

/** The viewings that were removed from a day, and are on no other day. */
export function removedFrom(day: string, records: ReadonlyMap<string, ShownFields>) {
  return [...records].flatMap(([record, fields]): RemovedVisit[] => {
    // The cast is safe, because the contract checked the value when it was written.
    const removed = fields.removed?.value as RemovedTime | null | undefined
    if (textOf(fields, 'day') || removed?.day !== day) return []
    return [{ ...removed, listingId: idOfRecord(record) }]
  })
}

/** When the person last changed one of these records, on any device. */
export function lastChangeOf(records: Iterable<ShownFields>) {
  const times = [...records].flatMap((fields) =>
    Object.values(fields).map(({ at }) => Date.parse(at)),
  )
  return new Date(Math.max(0, ...times))
}

/**
 * Moves one house to another position in the order of a day. `visits` contains the viewings of this
 * day in their order. Usually only the moved house gets a new `order`, so two devices can move
 * different houses offline.
 */
export function moveVisit(visits: readonly Visit[], listingId: string, to: number) {
  const moved = visits.find((visit) => visit.listingId === listingId)
  if (!moved) return
  const others = visits.filter((visit) => visit !== moved)
  const [before, after] = [others[to - 1]?.order, others[to]?.order]
  const order = orderBetween(before, after)
  if (order === before || order === after) {
    others.splice(to, 0, moved)
    setOrder(others.map((visit) => visit.listingId))
  } else {
    setNoteField(moved.record, 'order', order)
  }
}

function orderBetween(before: number | undefined, after: number | undefined) {
  if (before === undefined) return (after ?? 2) - 1
  return after === undefined ? before + 1 : (before + after) / 2
}

export function setOrder(listingIds: readonly string[]) {
  listingIds.forEach((listingId, index) => {
    setNoteField(visitRecord(listingId), 'order', index + 1)
  })
}
