import { useSyncExternalStore } from 'react'
import { now } from '#client/browser/clock.ts'
import { createListeners } from '#client/browser/listeners.ts'
import { withStorage } from '#client/browser/storage.ts'
import { useHouses } from '#client/features/house/use-houses.ts'
import { formatDuration } from '#client/format/duration.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { Button } from '#client/ui/button.tsx'
import { Select } from '#client/ui/field.tsx'
import { saveFile } from '#client/ui/save-file.ts'
import { cancelledToIcs, toIcs, viewingToIcs } from './ics.ts'
import type { Stop } from './schedule.ts'
import type { ViewingPlan } from './use-viewing-plan.ts'
import styles from './viewing-plan.module.css'

/** The choices for a reminder, in minutes before the viewing. */
const REMINDERS = [15, 30, 60, 120, 24 * 60] as const

/** The key in local storage. The setting belongs to the device, as calendars do. */
const KEY = 'viewing-reminder'

const listeners = createListeners()

/** How many minutes before a viewing a calendar file reminds the person. Undefined for never. */
const reminder = {
  get(): number | undefined {
    const stored = withStorage((storage) => storage.getItem(KEY))
    return REMINDERS.find((minutes) => String(minutes) === stored)
  },
  set(minutes: number | undefined) {
    withStorage((storage) =>
      minutes === undefined ? storage.removeItem(KEY) : storage.setItem(KEY, String(minutes)),
    )
    listeners.tell()
  },
  watch: listeners.watch,
}

interface DayOfPlan {
  day: string
  plan: ViewingPlan
}

export function DayCalendarButton({ day, plan }: DayOfPlan) {
  const calendar = useCalendar({ day, plan })
  return (
    <Button
      variant="secondary"
      disabled={plan.isLoading}
      onClick={() => save(toIcs({ ...calendar(), stops: plan.stops }), `viewings-${day}.ics`)}
    >
      Save calendar file
    </Button>
  )
}

export function ViewingCalendarButton({
  stop,
  number,
  ...dayOfPlan
}: DayOfPlan & { stop: Stop; number: number }) {
  const calendar = useCalendar(dayOfPlan)
  const { listingId } = stop.visit
  return (
    <Button
      variant="quiet"
      aria-label={`Save calendar file of house ${number}`}
      onClick={() => save(viewingToIcs({ ...calendar(), stop }), `viewing-${listingId}.ics`)}
    >
      Save calendar file
    </Button>
  )
}

export function RemovedViewings({ day, plan }: DayOfPlan) {
  const calendar = useCalendar({ day, plan })
  const { listings } = useHouses(plan.removed.map(({ listingId }) => listingId))
  if (plan.removed.length === 0) return null
  const titles = new Map(listings.map(({ id, title }) => [id, title]))
  return (
    <section aria-label="Removed viewings">
      <p className="caption">
        Removed from this day. If a viewing is in your calendar, cancel it there with its file:
      </p>
      <ul className={styles.actions}>
        {plan.removed.map((removed) => {
          const viewing = { ...removed, title: titles.get(removed.listingId) ?? 'a house' }
          return (
            <li key={removed.listingId}>
              <Button
                variant="quiet"
                onClick={() =>
                  save(
                    cancelledToIcs({ ...calendar(), viewing }),
                    `cancelled-viewing-${removed.listingId}.ics`,
                  )
                }
              >
                <Bilingual>{`Cancel in the calendar: ${viewing.title}`}</Bilingual>
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

export function ReminderChoice() {
  const chosen = useSyncExternalStore(reminder.watch, reminder.get)
  return (
    <Select
      label="Reminder in calendar files"
      value={chosen ?? ''}
      onChange={({ target: { value } }) =>
        reminder.set(REMINDERS.find((minutes) => String(minutes) === value))
      }
    >
      <option value="">None</option>
      {REMINDERS.map((minutes) => (
        <option key={minutes} value={minutes}>
          {`${formatDuration(minutes)} before`}
        </option>
      ))}
    </Select>
  )
}

/** Returns a function that reads the common values of the calendar files when the person saves. */
function useCalendar({ day, plan: { changedAt } }: DayOfPlan) {
  return () => ({
    ...{ day, changedAt, origin: location.origin, now: now(), reminder: reminder.get() },
  })
}

function save(text: string, name: string) {
  void saveFile(new File([text], name, { type: 'text/calendar' }))
}
