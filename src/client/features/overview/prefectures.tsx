import { Link } from '@tanstack/react-router'
import { formatNumber } from '#client/format/format.ts'
import { Card } from '#client/ui/card.tsx'
import type { Overview } from '#contract/overview.ts'
import { prefectureDisplay } from '#contract/prefectures.ts'
import { Bar, sharesOf } from './bar.tsx'
import styles from './prefectures.module.css'

export function Prefectures({ prefectures }: Pick<Overview, 'prefectures'>) {
  const shareOf = sharesOf(Math.max(...prefectures.map(({ offered }) => offered)))
  return (
    <Card title="Listings by prefecture">
      <ul className={styles.prefectures}>
        {prefectures.map(({ prefecture, offered }) => (
          <li key={prefecture} className={styles.prefecture}>
            {prefecture ? (
              <Link to="/listings" search={{ prefecture }} className={styles.name}>
                {prefectureDisplay(prefecture)}
              </Link>
            ) : (
              <span className={styles.name}>{prefectureDisplay(prefecture)}</span>
            )}
            <span className={styles.room}>
              <Bar share={shareOf(offered)} isHorizontal />
            </span>
            <span className={styles.count}>{formatNumber(offered)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
