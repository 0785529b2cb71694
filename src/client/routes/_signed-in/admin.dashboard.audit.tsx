import { createFileRoute } from '@tanstack/react-router'
import { chakraPart } from '#client/components/chakra-part.tsx'
import { auditQuery } from '#client/data/audit.ts'
import { parseAuditParams } from '#client/data/audit-params.ts'

const AuditPage = chakraPart(
  async () => (await import('#client/features/audit/audit-page.tsx')).AuditPage,
)

export const Route = createFileRoute('/_signed-in/admin/dashboard/audit')({
  validateSearch: parseAuditParams,
  loaderDeps: ({ search }) => search,
  // Prefetches without awaiting the data, so that the page renders immediately.
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(auditQuery(deps))
  },
  component: Audit,
})

function Audit() {
  return <AuditPage params={Route.useSearch()} />
}
