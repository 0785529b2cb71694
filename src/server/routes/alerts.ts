import type { Hono } from 'hono'
import { listAlerts, setAlert as setAlertEndpoint, stopAlerts } from '#contract/alerts.ts'
import { readAlerts, setAlert } from '#server/alerts/alerts.ts'
import { stopByToken } from '#server/alerts/stop-links.ts'
import { Refusal } from '#server/errors/refusal.ts'
import type { Serve } from '#server/http/serve.ts'
import type { Services } from '../services.ts'

export function alertRoutes(app: Hono, serve: Serve, { db, now }: Services) {
  serve(listAlerts, ({ caller }) => readAlerts(db, caller.user.id, now()))

  serve(setAlertEndpoint, async ({ caller, input }) => {
    const userId = caller.user.id
    const { search_id: searchId = null, alert = null, time_zone: timeZone } = input
    await setAlert(db, { userId, searchId, alert, timeZone })
    return readAlerts(db, userId, now())
  })

  serve(stopAlerts, async ({ input: { token } }) => {
    const stopped = await stopByToken(db, token)
    if (!stopped) throw new Refusal(404, 'This link is not complete. Open it from the mail again.')
    return { stopped }
  })

  // Mail programs send this request when a person stops the mails there (RFC 8058). The page at the
  // same path asks first, because mail scanners open links too.
  app.post('/stop-alerts', async (c) => {
    const stopped = await stopByToken(db, c.req.query('token') ?? '')
    return c.body(null, stopped ? 200 : 404)
  })
}
