import { Link } from '@tanstack/react-router'
import { Reorder, useDragControls } from 'framer-motion'
import type { ReactNode } from 'react'
import { telephone } from '#client/features/listings/contact.tsx'
import { formatDuration } from '#client/format/duration.ts'
import { titleId } from '#client/format/listing-ids.ts'
import { periodOf } from '#client/notes/japan-day.ts'
import type { Visit } from '#client/notes/visits.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import panel from '#client/ui/panel.module.css'
import type { Stop } from './schedule.ts'
import { describeLeg } from './travel.ts'
import styles from './viewing-plan.module.css'
import { VisitActions } from './visit-actions.tsx'
import { VisitDetails } from './visit-details.tsx'

interface VisitCardProps {
  stop: Stop
  /** The previous stop. Undefined for the first stop. */
  from: Stop | undefined
  /**
   * The name of the place where the day starts. Undefined if the position of this place is unknown.
   */
  start: string | undefined
  number: number
  isLast: boolean
  /** Whether the house may still be loading. */
  isLoading: boolean
  /** The viewings of all days. */
  visits: readonly Visit[]
  onMove: (by: number) => void
  onDrop: () => void
  calendarButton: ReactNode
}

/** A house on the plan of a day, with its appointment and its distance from the stop before. */
export function VisitCard(props: VisitCardProps) {
  const { stop, from, start, number, isLast, isLoading, visits, onMove, onDrop, calendarButton } =
    props
  const { visit, listing, late } = stop
  const drag = useDragControls()
  const before = from ? `house ${number - 1}` : start
  return (
    <Reorder.Item
      className={`${panel.panel} ${styles.visit}`}
      value={visit.listingId}
      dragListener={false}
      dragControls={drag}
      onDragEnd={onDrop}
    >
      {before && <p className="caption">{describeLeg(stop.leg, before)}</p>}
      <div className={styles.head}>
        <span className={styles.number}>
          <span className="visually-hidden">House </span>
          <span>{number}</span>
        </span>
        <div className={styles.title}>
          <h3 id={titleId(visit.listingId)}>
            <Link to="/listings/$id" params={{ id: visit.listingId }}>
              <Bilingual>{listing?.title ?? 'A house'}</Bilingual>
            </Link>
          </h3>
          {!listing && (
            <p className="caption">
              {isLoading ? 'Loading…' : 'This house is not on this device, or no longer on Engawa'}
            </p>
          )}
        </div>
        <VisitActions
          {...{ number, isLast, onMove }}
          titleId={titleId(visit.listingId)}
          onGrab={(event) => drag.start(event)}
        />
      </div>
      <p>
        <strong>
          {`${visit.time ? 'Appointment ' : 'About '}${periodOf(stop.begin, stop.end)}`}
        </strong>
        <span>{visit.name && ` with ${visit.name}`}</span>
      </p>
      {late > 0 && (
        <p
          className={styles.warning}
        >{`With this plan, you arrive about ${formatDuration(late)} after your appointment.`}</p>
      )}
      {visit.remark && <p className={styles.remark}>{visit.remark}</p>}
      <div className={styles.actions}>
        <Link
          className={styles.action}
          to="/listings/$id/driver"
          params={{ id: visit.listingId }}
          aria-label={`Driver card of house ${number}`}
        >
          Driver card
        </Link>
        {visit.phone && (
          <a className={styles.action} href={telephone(visit.phone)}>
            {`Call ${visit.name ?? visit.phone}`}
          </a>
        )}
      </div>
      <VisitDetails {...{ stop, visits, number, calendarButton }} />
    </Reorder.Item>
  )
}
