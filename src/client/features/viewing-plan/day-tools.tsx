import { now } from '#client/browser/clock.ts'
import { Button } from '#client/ui/button.tsx'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { saveFile } from '#client/ui/save-file.ts'
import { DayCalendarButton, ReminderChoice } from './calendar-files.tsx'
import { toGpx } from './gpx.ts'
import { Suggestion } from './suggestion.tsx'
import type { ViewingPlan } from './use-viewing-plan.ts'
import styles from './viewing-plan.module.css'

/**
 * The tools for a day of viewings: a suggested order, files for other apps, and a sheet to print.
 */
export function DayTools({ day, plan }: { day: string; plan: ViewingPlan }) {
  const { stops } = plan
  const placed = stops.filter(({ position }) => position).length
  const file = { day, stops, origin: location.origin, now: now() }
  return (
    <>
      <Suggestion plan={plan} />
      <div className={styles.actions}>
        <DayCalendarButton {...{ day, plan }} />
        {placed > 0 && (
          <Button
            variant="secondary"
            disabled={plan.isLoading}
            onClick={() => save(toGpx(file), `viewings-${day}.gpx`)}
          >
            Save waypoints (GPX)
          </Button>
        )}
        <ButtonLink variant="secondary" to="/viewing-plan/print" search={{ day }}>
          Print this day
        </ButtonLink>
      </div>
      <ReminderChoice />
    </>
  )
}

function save(text: string, name: string) {
  void saveFile(new File([text], name, { type: 'application/gpx+xml' }))
}
