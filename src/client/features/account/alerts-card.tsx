import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { AlertFields } from '#client/components/alert-fields.tsx'
import { alertsQuery, setAlert } from '#client/data/alerts.ts'
import { formatNumber } from '#client/format/format.ts'
import { SAVED_SEARCHES } from '#client/format/saved-searches-hash.ts'
import { useIsOnline } from '#client/sync/use-is-online.ts'
import { Card } from '#client/ui/card.tsx'
import { OutcomeMessage, useOutcome } from '#client/ui/outcome.tsx'
import type { Alerts } from '#contract/alerts.ts'
import styles from './account.module.css'
import { useChange } from './use-change.ts'

/** What the person is told about. A choice is saved in the account immediately. */
export function AlertsCard() {
  const { data: alerts } = useQuery(alertsQuery)
  const isOnline = useIsOnline()
  const [outcome, setOutcome] = useOutcome()
  const { submit, isPending } = useChange(setAlert, {
    success: 'Alert saved',
    failure: 'Failed to save the alert',
    onOutcome: setOutcome,
  })
  if (!alerts) return null
  return (
    <Card title="Alerts">
      <div className={styles.rows}>
        <OutcomeMessage outcome={outcome} />
        <AlertFields
          label="Tell me when favorites change"
          alert={alerts.favorites}
          disabled={isPending || !isOnline}
          onChange={(alert) => void submit({ searchId: undefined, alert })}
        />
        <p className={styles.soft}>
          <span>{`${describeSearches(alerts)} `}</span>
          <Link to="/listings" hash={SAVED_SEARCHES}>
            Saved Searches
          </Link>
        </p>
      </div>
    </Card>
  )
}

function describeSearches({ searches }: Alerts) {
  const count = Object.keys(searches).length
  if (count === 0) return 'You have not set an alert for a saved search.'
  const named = count === 1 ? '1 saved search' : `${formatNumber(count)} saved searches`
  return `You are told about ${named}.`
}
