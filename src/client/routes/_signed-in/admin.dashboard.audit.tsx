import { createFileRoute } from '@tanstack/react-router'
import { auditQuery } from '#client/data/audit.ts'
import { parseAuditParams } from '#client/data/audit-params.ts'
import { AuditPage } from '#client/features/audit/audit-page.tsx'

export const Route = createFileRoute('/_signed-in/admin/dashboard/audit')({
  validateSearch: parseAuditParams,
  loaderDeps: ({ search }) => search,
  // Prefetches without waiting, so that the page renders at once.
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(auditQuery(deps))
  },
  component: Audit,
})

function Audit() {
  return <AuditPage params={Route.useSearch()} />
}
