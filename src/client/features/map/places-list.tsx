import { formatNumber } from '#client/format/format.ts'
import { describeCluster } from './describe-cluster.ts'
import type { Cluster } from './group-places.ts'
import styles from './places-list.module.css'

/**
 * The maximum number of places in the list. A longer list would be hard to read, and users find the
 * remaining places on the map.
 */
const MAX_SHOWN = 12

interface PlacesListProps {
  /** The circles in the visible part of the map, the largest first. */
  clusters: readonly Cluster[]
  chosen: string | undefined
  onPick: (cluster: Cluster) => void
}

/**
 * Lists the circles of the map as buttons, for keyboards, for screen readers, and for people who
 * prefer a list.
 */
export function PlacesList({ clusters, chosen, onPick }: PlacesListProps) {
  if (clusters.length === 0) return null
  const rest = clusters.length - MAX_SHOWN
  return (
    <section>
      <h2 className={styles.title}>Places on this map</h2>
      <ul className={styles.places}>
        {clusters.slice(0, MAX_SHOWN).map((cluster) => (
          <li key={cluster.key}>
            <button
              className={styles.place}
              type="button"
              aria-pressed={cluster.key === chosen}
              onClick={() => onPick(cluster)}
            >
              <span className={styles.name}>
                <span translate="no">{cluster.en}</span>{' '}
                {cluster.ja !== cluster.en && (
                  <span lang="ja" translate="no">
                    {cluster.ja}
                  </span>
                )}
              </span>
              <span className={styles.more}>{describeCluster(cluster)}</span>
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
