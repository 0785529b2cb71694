import { SavedState } from '#client/components/saved-state.tsx'

interface SubscriptionStateProps {
  askedAt: Date
  hasFailed: boolean
  onRetry: () => void
}

/** Shows the age of the subscription's data while the data cannot be refreshed. */
export function SubscriptionState(props: SubscriptionStateProps) {
  return (
    <SavedState
      needing="Paying, cancelling and reactivating need"
      failure="Failed to load subscription information"
      {...props}
    />
  )
}
