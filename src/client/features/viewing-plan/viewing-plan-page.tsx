import { useId } from 'react'
import { now } from '#client/browser/clock.ts'
import { formatHouses } from '#client/format/format.ts'
import { formatMinutes, longDay } from '#client/notes/japan-day.ts'
import { Loading } from '#client/ui/loading.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { dayInJapan } from '#contract/japan-day.ts'
import { AddHouse } from './add-house.tsx'
import { RemovedViewings, ViewingCalendarButton } from './calendar-files.tsx'
import { DayChoice } from './day-choice.tsx'
import { DayStart, placedStartName } from './day-start.tsx'
import { DayTools } from './day-tools.tsx'
import type { Stop } from './schedule.ts'
import { ESTIMATE, isUnknown } from './travel.ts'
import { useViewingPlan } from './use-viewing-plan.ts'
import styles from './viewing-plan.module.css'
import { VisitList } from './visit-list.tsx'

interface ViewingPlanPageProps {
  /** The day from the URL. Undefined for the next day that has houses. */
  day: string | undefined
  onDay: (day: string) => void
}

/**
 * The page of a day of viewings: its houses in order, with their appointments and the distances
 * between them.
 */
export function ViewingPlanPage({ day: chosen, onDay }: ViewingPlanPageProps) {
  const today = dayInJapan(now())
  const plan = useViewingPlan(chosen, today)
  const heading = useId()
  const { day, stops, visits } = plan
  return (
    <div className={`page ${styles.page}`}>
      <PageTitle>Viewing Plan</PageTitle>
      <h1>Viewing Plan</h1>
      {plan.isLoaded ? (
        <>
          <DayChoice {...{ day, today, visits, onDay }} />
          <section className={styles.day} aria-labelledby={heading}>
            <header>
              <h2 id={heading}>{longDay(day)}</h2>
              <p className="caption" role="status">
                {`${day === today ? 'Today in Japan. ' : ''}${describe(stops, placedStartName(plan.start))}`}
              </p>
            </header>
            {/*
             * Give each day a different React key. Otherwise a half-typed text would appear on
             * another day.
             */}
            <DayStart key={`start ${day}`} day={day} start={plan.start} />
            <VisitList
              key={day}
              {...{ stops, visits }}
              calendarButton={(stop, number) => (
                <ViewingCalendarButton {...{ day, plan, stop, number }} />
              )}
              start={placedStartName(plan.start)}
              isLoading={plan.isLoading}
            />
            <AddHouse key={`add ${day}`} day={day} visits={visits} />
            {stops.length > 0 && <DayTools key={`tools ${day}`} {...{ day, plan }} />}
            <RemovedViewings {...{ day, plan }} />
            {stops.length > 1 && <p className="caption">{ESTIMATE}</p>}
          </section>
        </>
      ) : (
        <Loading />
      )}
    </div>
  )
}

function describe(stops: readonly Stop[], start: string | undefined) {
  const last = stops.at(-1)
  if (!last) return 'Nothing planned yet.'
  const end = formatMinutes(last.end)
  const travels = start ? stops : stops.slice(1)
  return travels.some(({ leg }) => isUnknown(leg))
    ? `${formatHouses(stops.length)}, until about ${end}. Some distances are unknown.`
    : `${formatHouses(stops.length)}, until about ${end}.`
}
