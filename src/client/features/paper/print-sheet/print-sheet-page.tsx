import type { ReactNode } from 'react'
import { now } from '#client/browser/clock.ts'
import { JapaneseAddress } from '#client/features/house/japanese-address.tsx'
import { driverAddress } from '#client/features/house/where/driver-address.ts'
import { toCoordinates } from '#client/features/paper/driver-card/coordinates.ts'
import { placedStartName, startName } from '#client/features/viewing-plan/day-start.tsx'
import { type Stop, startTime } from '#client/features/viewing-plan/schedule.ts'
import { describeLeg, ESTIMATE } from '#client/features/viewing-plan/travel.ts'
import { useViewingPlan } from '#client/features/viewing-plan/use-viewing-plan.ts'
import { longDay, periodOf } from '#client/notes/japan-day.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { dayInJapan } from '#contract/japan-day.ts'
import { PrintButton } from '../print-button.tsx'
import styles from './print-sheet.module.css'

export function PrintSheetPage({
  day: chosen,
  back,
}: {
  day: string | undefined
  back: ReactNode
}) {
  const { day, isLoaded, isLoading, stops, start } = useViewingPlan(chosen, dayInJapan(now()))
  return (
    <div className={`page ${styles.page}`}>
      <PageTitle>{`Viewings on ${longDay(day)}`}</PageTitle>
      <div className={styles.tools}>
        {back}
        {stops.length > 0 && !isLoading && <PrintButton />}
      </div>
      <h1 className={styles.title}>{`Viewings on ${longDay(day)}`}</h1>
      {!isLoaded || isLoading ? (
        <Loading />
      ) : stops.length === 0 ? (
        <p>Nothing is planned for this day.</p>
      ) : (
        <>
          <p>{`Start: ${startName(start)}, ${startTime(start)}. All times are Japan time.`}</p>
          <ol className={styles.stops}>
            {stops.map((stop, index) => (
              <PrintedStop
                key={stop.visit.listingId}
                stop={stop}
                number={index + 1}
                before={index > 0 ? `house ${index}` : placedStartName(start)}
              />
            ))}
          </ol>
          {stops.length > 1 && <p className="caption">{ESTIMATE}</p>}
        </>
      )}
    </div>
  )
}

interface PrintedStopProps {
  stop: Stop
  number: number
  before: string | undefined
}

function PrintedStop({ stop, number, before }: PrintedStopProps) {
  const { visit, listing, position } = stop
  const address = listing && driverAddress(listing)
  return (
    <li className={styles.stop}>
      {before && <p className="caption">{describeLeg(stop.leg, before)}</p>}
      <h2 className={styles.house}>
        <Bilingual>
          {`${number}. ${visit.time ? '' : 'About '}${periodOf(stop.begin, stop.end)} · ${listing?.title ?? 'A house'}`}
        </Bilingual>
      </h2>
      {address && <JapaneseAddress>{address.parts.join('')}</JapaneseAddress>}
      {address?.latin && <p>{address.latin}</p>}
      <p>
        {`${visit.time ? `Appointment at ${visit.time}` : 'No appointment'}${visit.name ? ` with ${visit.name}` : ''}${visit.phone ? `, ${visit.phone}` : ''}`}
      </p>
      {visit.remark && <p className={styles.remark}>{visit.remark}</p>}
      {position && <p className="caption">{position.precision}</p>}
      {position?.isPin && (
        <p lang="ja" translate="no">
          {toCoordinates(position)
            .map(({ name, decimal }) => `${name} ${decimal}`)
            .join('、')}
        </p>
      )}
      <div className={styles.lines} aria-hidden="true" />
    </li>
  )
}
