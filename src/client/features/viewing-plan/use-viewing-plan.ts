import { useNamedNoteRecords, useNoteRecords } from '#client/components/use-notes.ts'
import { useHouses } from '#client/features/house/use-houses.ts'
import type { ShownFields } from '#client/notes/shown-fields.ts'
import { lastChangeOf, readVisits, removedFrom, VISITS } from '#client/notes/visits.ts'
import { dayRecord, houseRecord } from '#contract/note-choices.ts'
import { scheduleOf } from './schedule.ts'

const DAYS = dayRecord('')
const NOTHING: ShownFields = {}

/**
 * Reads the plan of a day from this device's data. Without a chosen day, the day is the next one
 * that has houses, from `today` on, or else `today`. `isLoaded` is false until the viewings, the
 * notes on their houses and the starts of the days are read.
 */
export function useViewingPlan(chosen: string | undefined, today: string) {
  const records = useNoteRecords(VISITS)
  const starts = useNoteRecords(DAYS)
  const planned = records && readVisits(records)
  const visits = planned ?? []
  const day = chosen ?? visits.find((visit) => visit.day >= today)?.day ?? today
  // Read the notes on the houses of all days, so that another day is shown without waiting.
  const notes = useNamedNoteRecords(planned?.map(({ listingId }) => houseRecord(listingId)))
  const notesOn = (listingId: string) => notes?.get(houseRecord(listingId))
  const ofDay = visits.filter((visit) => visit.day === day)
  const houses = useHouses(ofDay.map(({ listingId }) => listingId))
  const start = starts?.get(dayRecord(day)) ?? NOTHING
  const stops = scheduleOf({
    // Leave out a house until the notes on it are read. A house that was just added therefore
    // appears a moment later.
    visits: ofDay.filter(({ listingId }) => notesOn(listingId)),
    listings: new Map(houses.listings.map((listing) => [listing.id, listing])),
    notesOn,
    start,
  })
  return {
    day,
    isLoaded: notes !== undefined && starts !== undefined,
    isLoading: houses.isLoading || stops.length < ofDay.length,
    visits,
    removed: records ? removedFrom(day, records) : [],
    /**
     * When the person last changed the plan. A change of one viewing can move others, so this
     * includes all days and the pins of the houses.
     */
    changedAt: lastChangeOf([
      ...(records?.values() ?? []),
      ...(starts?.values() ?? []),
      ...[...(notes?.values() ?? [])].map(({ pin }) => (pin ? { pin } : NOTHING)),
    ]),
    stops,
    start,
  }
}

export type ViewingPlan = ReturnType<typeof useViewingPlan>
