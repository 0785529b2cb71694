import { createFileRoute } from '@tanstack/react-router'
import { listingAccess } from '#client/data/account.ts'
import { ErrorPage } from '#client/features/shell/error-page.tsx'
import { NeedsSubscription } from '#client/features/subscription/needs-subscription.ts'
import { SubscriptionRequired } from '#client/features/subscription/subscription-required.tsx'

/** Everything below needs access to listings. What is thrown here keeps the loaders below from running. */
export const Route = createFileRoute('/_signed-in/_subscriber')({
  beforeLoad: ({ context }) => {
    const access = listingAccess(context.queryClient)
    if (access !== 'granted') throw new NeedsSubscription(access)
  },
  errorComponent: ({ error }) =>
    error instanceof NeedsSubscription ? <SubscriptionRequired /> : <ErrorPage error={error} />,
})
