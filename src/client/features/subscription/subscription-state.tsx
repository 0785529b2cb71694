import { SavedState } from '#client/components/saved-state.tsx'

interface SubscriptionStateProps {
  askedAt: Date
  hasFailed: boolean
  onRetry: () => void
}

/** Says how old what is shown of a subscription is, while nothing newer can be had. */
export function SubscriptionState(props: SubscriptionStateProps) {
  return (
    <SavedState
      needing="Paying, cancelling and reactivating need"
      failure="Failed to load subscription information"
      {...props}
    />
  )
}
