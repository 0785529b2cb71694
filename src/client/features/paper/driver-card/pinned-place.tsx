import { coordinateLinks } from '#client/features/house/where/map-links.ts'
import { formatNumber } from '#client/format/format.ts'
import type { Pin } from '#contract/note-choices.ts'
import { toCoordinates } from './coordinates.ts'
import styles from './driver-card.module.css'

/** The coordinates of the person's own pin, to type into a car's navigation or to open on a map. */
export function PinnedPlace({ pin }: { pin: Pin }) {
  const accuracy = formatNumber(Math.ceil(pin.accuracy_m))
  return (
    <section className={styles.pin} aria-label="Your pin">
      <dl className={styles.coordinates}>
        {toCoordinates(pin).map(({ name, decimal, sexagesimal }) => (
          <div key={name}>
            <dt lang="ja" translate="no">
              {name}
            </dt>
            <dd>{decimal}</dd>
            <dd>{sexagesimal}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.datum}>
        <span>{`Your pin, accurate to ${accuracy} m,`}</span>{' '}
        <span lang="ja" translate="no">
          世界測地系
        </span>{' '}
        (WGS 84)
      </p>
      <ul className={styles.maps}>
        {coordinateLinks(pin).map(({ name, href }) => (
          <li key={name}>
            <a
              className={styles.call}
              href={href}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={`Open your pin in ${name}`}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
