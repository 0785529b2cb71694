import { formatNumber } from '#client/format/format.ts'
import { describeMark } from './describe-mark.ts'
import type { Mark } from './group-places.ts'
import styles from './places-list.module.css'

/**
 * The maximum number of places in the list. A longer list would be hard to read, and users find the
 * remaining places on the map.
 */
const MAX_SHOWN = 12

interface PlacesListProps {
  /** The circles in the visible part of the map, the largest first. */
  marks: readonly Mark[]
  chosen: string | undefined
  onPick: (mark: Mark) => void
}

/**
 * Lists the circles of the map as buttons, for keyboards, for screen readers, and for people who
 * prefer a list.
 */
export function PlacesList({ marks, chosen, onPick }: PlacesListProps) {
  if (marks.length === 0) return null
  const rest = marks.length - MAX_SHOWN
  return (
    <section>
      <h2 className={styles.title}>Places on this map</h2>
      <ul className={styles.places}>
        {marks.slice(0, MAX_SHOWN).map((mark) => (
          <li key={mark.key}>
            <button
              className={styles.place}
              type="button"
              aria-pressed={mark.key === chosen}
              onClick={() => onPick(mark)}
            >
              <span className={styles.name}>
                <span translate="no">{mark.en}</span>{' '}
                {mark.ja !== mark.en && (
                  <span lang="ja" translate="no">
                    {mark.ja}
                  </span>
                )}
              </span>
              <span className={styles.more}>{describeMark(mark)}</span>
            </button>
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <p
          className={styles.rest}
        >{`And ${formatNumber(rest)} more ${rest === 1 ? 'place' : 'places'}: zoom in to see them.`}</p>
      )}
    </section>
  )
}
