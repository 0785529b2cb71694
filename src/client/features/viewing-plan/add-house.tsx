import { useState } from 'react'
import { useAccessScope } from '#client/components/use-access-scope.ts'
import { toListing } from '#client/data/to-listing.ts'
import { useSavedHouses } from '#client/features/house/use-saved-houses.ts'
import { shortDay } from '#client/notes/japan-day.ts'
import { MAX_VISITS_OF_DAY, planHouse, type Visit } from '#client/notes/visits.ts'
import { Button } from '#client/ui/button.tsx'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { Select } from '#client/ui/field.tsx'
import { focusPage } from '#client/ui/focus-page.ts'
import styles from './viewing-plan.module.css'

/**
 * A form that plans the viewing of a favorite for the day. A partner without a subscription chooses
 * a house of the shared shortlist instead. `visits` contains the viewings of all days.
 */
export function AddHouse({ day, visits }: { day: string; visits: readonly Visit[] }) {
  const { data: saved } = useSavedHouses((records) => records.map(toListing))
  const isGuest = useAccessScope() === 'shortlist'
  const [chosen, setChosen] = useState('')
  const dayOf = new Map(visits.map((visit) => [visit.listingId, visit.day]))
  const houses = saved?.filter(({ id }) => dayOf.get(id) !== day) ?? []
  const otherDays = [...new Set(houses.flatMap(({ id }) => dayOf.get(id) ?? []))].sort()
  const left = MAX_VISITS_OF_DAY - visits.filter((visit) => visit.day === day).length
  if (left <= 0) return <p>{`A day can have at most ${MAX_VISITS_OF_DAY} houses.`}</p>
  if (saved?.length === 0) {
    return (
      <div className={styles.add}>
        {isGuest ? (
          <p>
            Your shared shortlist has no houses yet. When a house is on the list, you can plan its
            viewing.
          </p>
        ) : (
          <>
            <p>Add houses to your favorites first. Then you can plan to view them.</p>
            <ButtonLink to="/listings">Browse Listings</ButtonLink>
          </>
        )}
      </div>
    )
  }
  if (houses.length === 0) return null
  return (
    <form
      className={styles.add}
      onSubmit={(event) => {
        event.preventDefault()
        if (!houses.some(({ id }) => id === chosen)) return
        // This form disappears after the last house, or when the day is full. Move the focus to the
        // page first. Otherwise keyboard users would lose their place.
        if (houses.length === 1 || left === 1) focusPage()
        planHouse(visits, chosen, day)
        setChosen('')
      }}
    >
      <Select
        label={isGuest ? 'Add a house from the shortlist' : 'Add a favorite'}
        required
        value={chosen}
        onChange={({ target }) => setChosen(target.value)}
      >
        <option value="">Choose a house</option>
        {houses
          .filter(({ id }) => !dayOf.has(id))
          .map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        {otherDays.map((other) => (
          <optgroup key={other} label={`Move from ${shortDay(other)}`}>
            {houses
              .filter(({ id }) => dayOf.get(id) === other)
              .map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
          </optgroup>
        ))}
      </Select>
      <Button type="submit">{dayOf.has(chosen) ? 'Move to this day' : 'Add to this day'}</Button>
    </form>
  )
}
