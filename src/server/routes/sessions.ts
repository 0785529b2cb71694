import { endOtherSessions, endSession, listSessions, revokeSession } from '#contract/sessions.ts'
import { deviceOf } from '#server/auth/devices.ts'
import { logSecurityEvent } from '#server/auth/security-log.ts'
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

  serve(endOtherSessions, async ({ caller, ip, userAgent }) => {
    const ended = await sessions.endOtherSessionsOf(db, caller, now())
    const detail = `All other sessions (${ended})`
    const [account, origin] = [caller.user, { ip, userAgent }]
    if (ended > 0) {
      await logSecurityEvent(db, { kind: 'session-ended', account, origin, at: now(), detail })
    }
    return { ended }
  })

  serve(endSession, async ({ caller, input: { id }, ip, userAgent }) => {
    const ended = await sessions.endSessionById(db, caller, id)
    if (!ended) throw new Refusal(404, 'This device is no longer signed in')
    const detail = deviceOf(ended.userAgent)
    const [account, origin] = [caller.user, { ip, userAgent }]
    await logSecurityEvent(db, { kind: 'session-ended', account, origin, at: now(), detail })
    return {}
  })

  serve(revokeSession, async ({ input: { receipt }, ip, userAgent }) => {
    const account = await sessions.revokeSession(db, receipt)
    const origin = { ip, userAgent }
    if (account) await logSecurityEvent(db, { kind: 'sign-out', account, origin, at: now() })
    return {}
  })
}
