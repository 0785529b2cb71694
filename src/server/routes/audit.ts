import { listAudit } from '#contract/audit.ts'
import { findAudit } from '#server/audit/audit-entries.ts'
import type { Serve } from '#server/http/serve.ts'
import type { Services } from '../services.ts'

export function auditRoutes(serve: Serve, { db }: Services) {
  serve(listAudit, ({ input }) => findAudit(db, input))
}
