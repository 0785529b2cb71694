import { useQuery } from '@tanstack/react-query'
import { QueryBoundary } from '#client/components/query-boundary.tsx'
import { overviewQuery } from '#client/data/overview.ts'
import { TitledSection } from '#client/ui/titled-section.tsx'
import { Figures } from './figures.tsx'
import { formatMoment } from './formats.ts'
import { LastImports } from './imports.tsx'
import { NewAndLost, Revenue } from './months.tsx'
import { Prefectures } from './prefectures.tsx'

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
