import { createFileRoute } from '@tanstack/react-router'
import { chakraPart } from '#client/components/chakra-part.tsx'
import { securityLogQuery } from '#client/data/security-log.ts'
import { parseSecurityLogParams } from '#client/data/security-log-params.ts'

const SecurityLogPage = chakraPart(
  async () => (await import('#client/features/security-log/security-log-page.tsx')).SecurityLogPage,
)

export const Route = createFileRoute('/_signed-in/admin/dashboard/security')({
  validateSearch: parseSecurityLogParams,
  loaderDeps: ({ search }) => search,
  // Prefetches without awaiting the data, so that the page renders immediately.
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(securityLogQuery(deps))
  },
  component: SecurityLog,
})

function SecurityLog() {
  return <SecurityLogPage params={Route.useSearch()} />
}
