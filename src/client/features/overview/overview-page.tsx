import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { QueryBoundary } from '#client/components/query-boundary.tsx'
import { overviewQuery } from '#client/data/overview.ts'
import { formatNumber } from '#client/format/format.ts'
import { Card } from '#client/ui/card.tsx'
import { TitledSection } from '#client/ui/titled-section.tsx'
import type { Overview } from '#contract/overview.ts'
import { prefectureDisplay } from '#contract/prefectures.ts'
import { Bar, sharesOf } from './bar.tsx'
import { Figures } from './figures.tsx'
import { formatMoment } from './formats.ts'
import { LastImports } from './imports.tsx'
import { NewAndLost, Revenue } from './months.tsx'
import styles from './prefectures.module.css'

export function OverviewPage() {
  const query = useQuery(overviewQuery)
  return (
    <TitledSection
      title="Overview"
      lead={`${query.data ? `As of ${formatMoment(query.data.at)}. ` : ''}Days and months are in UTC.`}
    >
      <QueryBoundary query={query} failure="The overview could not be loaded">
        {(overview) => (
          <>
            <Figures overview={overview} />
            <Revenue months={overview.months} />
            <NewAndLost months={overview.months} countedSince={overview.counted_since} />
            <Prefectures prefectures={overview.prefectures} />
            <LastImports sources={overview.sources} />
          </>
        )}
      </QueryBoundary>
    </TitledSection>
  )
}

function Prefectures({ prefectures }: Pick<Overview, 'prefectures'>) {
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
