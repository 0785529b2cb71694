import { Reorder } from 'framer-motion'
import { type ReactNode, useRef, useState } from 'react'
import { moveVisit, type Visit } from '#client/notes/visits.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import type { Stop } from './schedule.ts'
import styles from './viewing-plan.module.css'
import { VisitCard } from './visit-card.tsx'

interface VisitListProps {
  stops: readonly Stop[]
  /** The viewings of all days. */
  visits: readonly Visit[]
  /**
   * The name of the place where the day starts. Undefined if the position of this place is unknown.
   */
  start: string | undefined
  isLoading: boolean
  calendarButton: (stop: Stop, number: number) => ReactNode
}

/** The houses of a day. The person can drag them into another order. */
export function VisitList({ stops, visits, start, isLoading, calendarButton }: VisitListProps) {
  const planned = stops.map(({ visit }) => visit.listingId)
  /** The order of the houses while the person drags a house. Undefined otherwise. */
  const [dragged, setDragged] = useState<string[]>()
  /** The message that tells screen readers which house was moved, and where. */
  const [said, setSaid] = useState('')
  const latest = useRef(planned)
  const ofDay = stops.map(({ visit }) => visit)
  const order = (dragged ?? planned).filter((id) => planned.includes(id))

  function drop(listingId: string) {
    const to = latest.current.indexOf(listingId)
    setDragged(undefined)
    if (dragged && to !== planned.indexOf(listingId)) move(listingId, to)
  }

  function move(listingId: string, to: number) {
    const title = stops.find(({ visit }) => visit.listingId === listingId)?.listing?.title
    moveVisit(ofDay, listingId, to)
    setSaid(`${title ?? 'A house'} is now house ${to + 1} of ${stops.length}.`)
  }

  if (stops.length === 0) return null
  return (
    <>
      <Reorder.Group
        as="ol"
        axis="y"
        className={styles.visits}
        values={order}
        onReorder={(next: string[]) => {
          latest.current = next
          setDragged(next)
        }}
      >
        {order.map((listingId, index) => {
          const at = stops.findIndex(({ visit }) => visit.listingId === listingId)
          const stop = stops[at]
          if (!stop) return null
          return (
            <VisitCard
              key={listingId}
              {...{ stop, visits, isLoading }}
              number={index + 1}
              calendarButton={calendarButton(stop, index + 1)}
              from={stops[at - 1]}
              start={start}
              isLast={at === stops.length - 1}
              onMove={(by) => move(listingId, at + by)}
              onDrop={() => drop(listingId)}
            />
          )
        })}
      </Reorder.Group>
      <p className="visually-hidden" role="status">
        <Bilingual>{said}</Bilingual>
      </p>
    </>
  )
}
