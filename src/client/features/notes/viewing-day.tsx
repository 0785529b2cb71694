import { Link } from '@tanstack/react-router'
import { useNoteRecords } from '#client/components/use-notes.ts'
import { appointmentOf, planHouse, readVisits, unplanHouse, VISITS } from '#client/notes/visits.ts'
import { Field } from '#client/ui/field.tsx'
import styles from './notes.module.css'

export function ViewingDay({ listingId }: { listingId: string }) {
  const records = useNoteRecords(VISITS)
  if (!records) return null
  const visits = readVisits(records)
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
