import { useKitRecord, useKitRecords } from '#client/components/use-kit.ts'
import { dayRecord, houseRecord } from '#contract/kit-choices.ts'
import { useHouses } from '../use-houses.ts'
import { scheduleOf } from './schedule.ts'
import { VISITS, visitsOf } from './visits.ts'

/**
 * Reads the plan of a day from this device's data. `isLoaded` is false until the viewings, the
 * notes and the day's start are read.
 */
export function useViewingPlan(day: string) {
  const records = useKitRecords(VISITS)
  const notes = useKitRecords(houseRecord(''))
  const start = useKitRecord(dayRecord(day))
  const visits = visitsOf(records ?? new Map())
  const ofDay = visits.filter((visit) => visit.day === day)
  const houses = useHouses(ofDay.map(({ listingId }) => listingId))
  const stops = scheduleOf({
    visits: ofDay,
    listings: new Map(houses.listings.map((listing) => [listing.id, listing])),
    notesOn: (listingId) => notes?.get(houseRecord(listingId)),
    start: start.fields,
  })
  return {
    isLoaded: records !== undefined && notes !== undefined && start.isLoaded,
    /** Whether some houses of the day are still loading. */
    isLoading: houses.isLoading,
    /** The viewings of all days. */
    visits,
    stops,
    start: start.fields,
  }
}

export type ViewingPlan = ReturnType<typeof useViewingPlan>
