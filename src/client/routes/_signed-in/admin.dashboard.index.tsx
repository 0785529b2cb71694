import { createFileRoute } from '@tanstack/react-router'
import { subscriptionsQuery, usersQuery } from '#client/data/users.ts'
import { parsePeopleParams } from '#client/data/users-params.ts'
import { SubscriptionManagement } from '#client/features/users/subscription-management.tsx'
import { UserManagement } from '#client/features/users/user-management.tsx'

export const Route = createFileRoute('/_signed-in/admin/dashboard/')({
  validateSearch: parsePeopleParams,
  loaderDeps: ({ search }) => search,
  // Prefetches without waiting, so that the page renders at once.
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(usersQuery(deps))
    void queryClient.prefetchQuery(subscriptionsQuery(deps))
  },
  component: People,
})

function People() {
  const params = Route.useSearch()
  const ownId = Route.useRouteContext({ select: ({ account }) => account.user.id })
  const navigate = Route.useNavigate()
  const show = (changes: Record<string, unknown>) =>
    void navigate({
      search: parsePeopleParams({ ...params, ...changes }),
      // Keep the scroll position, so that the pressed control does not move away.
      resetScroll: false,
    })
  return (
    <>
      <UserManagement params={params} onShow={show} ownId={ownId} />
      <SubscriptionManagement params={params} onShow={show} />
    </>
  )
}
