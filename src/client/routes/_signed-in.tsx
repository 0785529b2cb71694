import { createFileRoute, redirect } from '@tanstack/react-router'
import { knownAccount } from '#client/data/account.ts'
import { LinkOpened, showLinked } from '#client/features/sharing/link-opened.ts'
import { ErrorPage } from '#client/features/shell/error-page.tsx'
import type { Account } from '#contract/account.ts'
import { LinkedListing } from './-linked-listing.tsx'

/** Everything below needs an account, and finds it in the route's context. */
export const Route = createFileRoute('/_signed-in')({
  beforeLoad: ({ context, location }) => {
    const letIn = (account: Account | null) => {
      if (account) return { account }
      showLinked(location)
      throw redirect({ to: '/login', search: { from: location.href }, replace: true })
    }
    const account = knownAccount(context.queryClient)
    return account instanceof Promise ? account.then(letIn) : letIn(account)
  },
  errorComponent: ({ error }) =>
    error instanceof LinkOpened ? (
      <LinkedListing id={error.listingId} openedBy="visitor" />
    ) : (
      <ErrorPage error={error} />
    ),
})
