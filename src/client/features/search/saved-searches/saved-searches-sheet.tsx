import { useQuery } from '@tanstack/react-query'
import { useDisplay } from '#client/components/use-display.ts'
import { usePlaceNames } from '#client/components/use-place-names.ts'
import { alertsQuery } from '#client/data/alerts.ts'
import { newsQuery } from '#client/data/news.ts'
import { paramsOf } from '#client/data/params-of-search.ts'
import { savedSearchCountsQuery, savedSearchesQuery } from '#client/data/saved-searches.ts'
import { useIsOnline } from '#client/sync/use-is-online.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { readSearch } from '#contract/saved-searches.ts'
import { SavedSearchRow } from './saved-search-row.tsx'
import styles from './saved-searches.module.css'

interface SavedSearchesSheetProps {
  isOpen: boolean
  onOpen: () => void
  onClose: () => void
}

export function SavedSearchesSheet({ isOpen, onOpen, onClose }: SavedSearchesSheetProps) {
  return (
    <Sheet title="Saved Searches" isOpen={isOpen} onClose={onClose}>
      <SavedSearchesList onOpen={onOpen} />
    </Sheet>
  )
}

function SavedSearchesList({ onOpen }: { onOpen: () => void }) {
  const { data: searches = [] } = useQuery(savedSearchesQuery)
  const { data: counts } = useQuery(savedSearchCountsQuery(searches))
  const { data: alerts } = useQuery(alertsQuery)
  const { data: news } = useQuery(newsQuery)
  const isOnline = useIsOnline()
  const unit = useDisplay()?.area_unit
  const rows = searches.map((saved) => ({ ...saved, params: paramsOf(readSearch(saved.search)) }))
  const names = usePlaceNames(rows.map(({ params }) => params))
  return (
    <div className={styles.body}>
      {!isOnline && (
        <Alert type="info">
          {counts
            ? 'Changing and deleting need a connection.'
            : 'Changing, deleting and counting the houses need a connection.'}
        </Alert>
      )}
      {rows.length === 0 && <p>You have no saved searches.</p>}
      <ul className={styles.list}>
        {rows.map((saved) => (
          <SavedSearchRow
            key={saved.id}
            saved={saved}
            count={counts?.[saved.id]}
            newCount={
              news?.news.filter(({ searches }) => searches.some(({ id }) => id === saved.id))
                .length ?? 0
            }
            alert={alerts?.searches[saved.id]}
            isAlertPending={!alerts}
            words={{ unit, names }}
            onOpen={onOpen}
          />
        ))}
      </ul>
    </div>
  )
}
