import { Link } from '@tanstack/react-router'
import { useKitRecords } from '#client/components/use-kit.ts'
import { appointmentOf, planHouse, unplanHouse, VISITS, visitsOf } from '#client/kit/visits.ts'
import { Field } from '#client/ui/field.tsx'
import styles from './notes.module.css'

/** Adds the house to the viewings of a day. */
export function ViewingDay({ listingId }: { listingId: string }) {
  const records = useKitRecords(VISITS)
  if (!records) return null
  const visits = visitsOf(records)
  const visit = visits.find((visit) => visit.listingId === listingId)
  const day = visit?.day ?? ''
  return (
    <div className={styles.choice}>
      <Field
        label="Viewing day"
        type="date"
        value={day}
        onChange={({ target: { value } }) =>
          value
            ? planHouse(visits, listingId, value)
            : unplanHouse(listingId, visit && appointmentOf(visit))
        }
      />
      {day && (
        <Link className={styles.planLink} to="/viewing-plan" search={{ day }}>
          Open the plan of this day
        </Link>
      )}
    </div>
  )
}
