import { listAudit } from '#contract/audit.ts'
import { findAudit } from '../audit-entries.ts'
import type { Serve } from '../http.ts'
import type { Services } from '../services.ts'

export function auditRoutes(serve: Serve, { db }: Services) {
  serve(listAudit, ({ input }) => findAudit(db, input))
}
