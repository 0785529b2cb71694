import { createFileRoute } from '@tanstack/react-router'
import { ErrorPage } from '#client/features/shell/error-page.tsx'
import { NeedsSubscription } from '#client/features/subscription/needs-subscription.ts'
import { SubscriptionRequired } from '#client/features/subscription/subscription-required.tsx'
import { hasListingAccess } from '#contract/subscription.ts'

/** Everything below needs access to listings. What is thrown here keeps the loaders below from running. */
export const Route = createFileRoute('/_signed-in/_subscriber')({
  beforeLoad: ({ context }) => {
    if (!hasListingAccess(context.account, new Date())) throw new NeedsSubscription()
  },
  errorComponent: ({ error }) =>
    error instanceof NeedsSubscription ? <SubscriptionRequired /> : <ErrorPage error={error} />,
})
