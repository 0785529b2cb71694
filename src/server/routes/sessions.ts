import { endOtherSessions, endSession, listSessions, revokeSession } from '#contract/sessions.ts'
import { deviceOf } from '#server/auth/devices.ts'
import * as sessions from '#server/auth/sessions.ts'
import { Refusal } from '#server/errors/refusal.ts'
import type { Serve } from '#server/http/serve.ts'
import type { Services } from '../services.ts'

export function sessionRoutes(serve: Serve, { db, now }: Services) {
  serve(listSessions, async ({ caller }) => ({
    sessions: (await sessions.liveSessionsOf(db, caller, now())).map((session) => ({
      id: session.id,
      device: deviceOf(session.userAgent),
      created_at: session.createdAt.toISOString(),
      expires_at: session.endsAt.toISOString(),
      last_used_at: session.lastUsedAt.toISOString(),
      is_current: session.isCurrent,
    })),
  }))

  serve(endOtherSessions, async ({ caller }) => ({
    ended: await sessions.endOtherSessionsOf(db, caller, now()),
  }))

  serve(endSession, async ({ caller, input: { id } }) => {
    if (!(await sessions.endSessionById(db, caller, id))) {
      throw new Refusal(404, 'This device is no longer signed in')
    }
    return {}
  })

  serve(revokeSession, async ({ input: { receipt } }) => {
    await sessions.revokeSession(db, receipt)
    return {}
  })
}
