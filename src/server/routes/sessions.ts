import { endOtherSessions, listSessions, revokeSession } from '#contract/sessions.ts'
import { deviceOf } from '#server/auth/devices.ts'
import * as sessions from '#server/auth/sessions.ts'
import type { Serve } from '#server/http/serve.ts'
import type { Services } from '../services.ts'

export function sessionRoutes(serve: Serve, { db, now }: Services) {
  serve(listSessions, async ({ caller }) => ({
    sessions: (await sessions.liveSessionsOf(db, caller, now())).map((session) => ({
      device: deviceOf(session.userAgent),
      created_at: session.createdAt.toISOString(),
      last_used_at: session.lastUsedAt.toISOString(),
      is_current: session.isCurrent,
    })),
  }))

  serve(endOtherSessions, async ({ caller }) => ({
    ended: await sessions.endOtherSessionsOf(db, caller, now()),
  }))

  serve(revokeSession, async ({ input: { receipt } }) => {
    await sessions.revokeSession(db, receipt)
    return {}
  })
}
