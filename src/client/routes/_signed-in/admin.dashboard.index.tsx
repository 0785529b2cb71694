import { createFileRoute } from '@tanstack/react-router'
import { chakraPart } from '#client/components/chakra-part.tsx'
import { subscriptionsQuery, usersQuery } from '#client/data/users.ts'
import { parsePeopleParams } from '#client/data/users-params.ts'

const PeoplePage = chakraPart(
  async () => (await import('#client/features/users/people-page.tsx')).PeoplePage,
)

export const Route = createFileRoute('/_signed-in/admin/dashboard/')({
  validateSearch: parsePeopleParams,
  loaderDeps: ({ search }) => search,
  // Prefetches without awaiting the data, so that the page renders immediately.
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
  return <PeoplePage params={params} onShow={show} ownId={ownId} />
}
