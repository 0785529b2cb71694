import { StaleDataNotice } from '#client/components/stale-data-notice.tsx'

interface StaleSubscriptionNoticeProps {
  fetchedAt: Date
  hasFailed: boolean
  onRetry: () => void
}

/** Shows the age of the subscription's data while the data cannot be refreshed. */
export function StaleSubscriptionNotice(props: StaleSubscriptionNoticeProps) {
  return (
    <StaleDataNotice
      needing="Paying, cancelling and reactivating need"
      failure="Failed to load subscription information"
      {...props}
    />
  )
}
