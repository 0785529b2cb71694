import { listSecurityLog } from '#contract/security-log.ts'
import { findSecurityEvents } from '#server/auth/security-log.ts'
import type { Serve } from '#server/http/serve.ts'
import type { Services } from '../services.ts'

export function securityLogRoutes(serve: Serve, { db }: Services) {
  serve(listSecurityLog, ({ input }) => findSecurityEvents(db, input))
}
