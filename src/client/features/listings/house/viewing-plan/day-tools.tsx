import { useState } from 'react'
import { now } from '#client/browser/clock.ts'
import { saveFile } from '#client/browser/save-file.ts'
import { Button } from '#client/ui/button.tsx'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { startName } from './day-start.tsx'
import { toGpx } from './gpx.ts'
import { toIcs } from './ics.ts'
import { suggestOrder } from './suggest-order.ts'
import { pinPosition } from './travel.ts'
import type { ViewingPlan } from './use-viewing-plan.ts'
import styles from './viewing-plan.module.css'
import { setOrder } from './visits.ts'

/** The minimum number of houses for a suggested order. Two houses have only one sensible order. */
const LEAST_SUGGESTED = 3

/**
 * The tools for a day of viewings: a suggested order, files for other apps, and a sheet to print.
 */
export function DayTools({ day, plan }: { day: string; plan: ViewingPlan }) {
  const { stops } = plan
  const placed = stops.filter(({ position }) => position).length
  const file = { day, stops, origin: location.origin, now: now() }
  return (
    <>
      {placed >= LEAST_SUGGESTED && <Suggestion plan={plan} />}
      <div className={styles.actions}>
        <Button
          variant="secondary"
          disabled={plan.isLoading}
          onClick={() => save(toIcs(file), `viewings-${day}.ics`, 'text/calendar')}
        >
          Calendar file
        </Button>
        {placed > 0 && (
          <Button
            variant="secondary"
            disabled={plan.isLoading}
            onClick={() => save(toGpx(file), `viewings-${day}.gpx`, 'application/gpx+xml')}
          >
            Waypoints (GPX)
          </Button>
        )}
        <ButtonLink variant="secondary" to="/viewing-plan/print" search={{ day }}>
          Print sheet
        </ButtonLink>
      </div>
    </>
  )
}

function save(text: string, name: string, type: string) {
  saveFile(new File([text], name, { type }))
}

/**
 * Two buttons. The first puts the houses of the day into an order with a short route. The second
 * restores the former order.
 */
function Suggestion({ plan: { stops, start } }: { plan: ViewingPlan }) {
  const [former, setFormer] = useState<string[]>()
  const [said, setSaid] = useState('')
  const order = stops.map(({ visit }) => visit.listingId)
  const pin = pinPosition(start['start.pin']?.value)

  function suggest() {
    const suggested = suggestOrder(
      pin,
      stops.map(({ visit, position }) => ({ id: visit.listingId, position })),
    )
    const isSame = suggested.every((id, index) => id === order[index])
    setFormer(isSame ? undefined : order)
    setSaid(
      isSame ? 'The houses are already in the suggested order.' : 'The houses are in a new order.',
    )
    if (!isSame) setOrder(suggested)
  }

  return (
    <div>
      <p className={styles.soft}>
        A short way from {pin ? startName(start) : 'the first house'} through all houses, by
        straight lines. Appointments are not considered.
      </p>
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
              setSaid('The former order is back.')
            }}
          >
            Back to the former order
          </Button>
        )}
      </div>
      <p role="status">{said}</p>
    </div>
  )
}
