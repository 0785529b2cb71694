import { useState } from 'react'
import { now } from '#client/browser/clock.ts'
import type { ShownFields } from '#client/notes/shown-fields.ts'
import { setOrder } from '#client/notes/visits.ts'
import { Button } from '#client/ui/button.tsx'
import { startName } from './day-start.tsx'
import { isOver, type Stop } from './schedule.ts'
import { suggestOrder } from './suggest-order.ts'
import { isUnknown, legBetween, pinPosition } from './travel.ts'
import type { ViewingPlan } from './use-viewing-plan.ts'
import styles from './viewing-plan.module.css'

/** The minimum number of places for a suggested order. Two places have only one sensible order. */
const LEAST_PLACES = 3

/**
 * Two buttons. The first puts the houses of the day into an order with a short route. The second
 * restores the former order.
 */
export function Suggestion({ plan: { stops, start } }: { plan: ViewingPlan }) {
  const [former, setFormer] = useState<string[]>()
  const [said, setSaid] = useState('')
  const order = stops.map(({ visit }) => visit.listingId)
  const { over, left } = splitDay(stops)
  const places = [placeOfLast(over), ...left.map(({ position }) => position)].filter(Boolean)

  function suggest() {
    const suggested = suggestedOrder(stops, start)
    const isSame = suggested.every((id, index) => id === order[index])
    setFormer(isSame ? undefined : order)
    setSaid(isSame ? describeSame(left) : 'The houses are in a new order.')
    if (!isSame) setOrder(suggested)
  }

  if (places.length < LEAST_PLACES && !former) return null
  return (
    <div>
      <p className="caption">{describeSuggestion(over, start)}</p>
      <div className={styles.actions}>
        <Button variant="secondary" onClick={suggest}>
          Suggest an order
        </Button>
        {former && (
          <Button
            variant="quiet"
            onClick={() => {
              setOrder(former)
              setFormer(undefined)
              setSaid('The previous order is restored.')
            }}
          >
            Restore the previous order
          </Button>
        )}
      </div>
      <p role="status">{said}</p>
    </div>
  )
}

/** Splits the stops of a day into finished viewings and remaining viewings. */
function splitDay(stops: readonly Stop[]) {
  const moment = now()
  return {
    over: stops.filter((stop) => isOver(stop, moment)),
    left: stops.filter((stop) => !isOver(stop, moment)),
  }
}

/**
 * The position of the last viewed house whose position is known. The suggested route starts there.
 * Undefined if there is no such house.
 */
function placeOfLast(over: readonly Stop[]) {
  return over.findLast(({ position }) => position)?.position
}

/**
 * The ids of the houses in the suggested order: first the houses already viewed, then the others
 * along a short route.
 */
function suggestedOrder(stops: readonly Stop[], start: ShownFields) {
  const { over, left } = splitDay(stops)
  const from = over.length > 0 ? placeOfLast(over) : pinPosition(start['start.pin']?.value)
  const route = suggestOrder(
    from,
    left.map(({ visit, position }) => ({ id: visit.listingId, position })),
  )
  return [...over.map(({ visit }) => visit.listingId), ...route]
}

/** Without all positions, no order is known to be the shortest. */
function describeSame(left: readonly Stop[]) {
  const isKnown = left.every(({ position }, index) => {
    const before = left[index - 1]?.position
    return position && !(before && isUnknown(legBetween(before, position)))
  })
  return isKnown
    ? 'The houses are already in the suggested order.'
    : 'Some distances are unknown, so Engawa can suggest no other order.'
}

function describeSuggestion(over: readonly Stop[], start: ShownFields) {
  if (over.length === 0) {
    const from = pinPosition(start['start.pin']?.value) ? startName(start) : 'the first house'
    return `A short route from ${from} through all houses, measured in straight lines. Appointments are not considered.`
  }
  const from = placeOfLast(over) ? 'the last of these houses' : 'the next house'
  return `Past appointments and houses you have seen come first. The other houses follow, on a short route from ${from}, measured in straight lines. Later appointments are not considered.`
}
