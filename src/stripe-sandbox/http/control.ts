import type { Hono } from 'hono'
import { type AdvanceReport, describeEvents } from '../command/advance-report.ts'
import { endOf, Span } from '../command/span.ts'
import { invalid, unauthorized } from '../refusals.ts'
import type { World } from '../world.ts'
import { authenticate, type RequestOptions } from './requests.ts'

interface ControlOptions {
  world: World
  keys: RequestOptions['keys']
  advance: (to: Date) => Promise<void>
}

/**
 * The maximum number of years by which one request may advance time. The sandbox can simulate this
 * span quickly.
 */
const MAX_YEARS = 10

/** Routes for the command `npm run sandbox`. Stripe's API has no such routes. */
export function controlRoutes(app: Hono, { world, keys, advance }: ControlOptions) {
  const { ledger, time } = world

  app.post('/advance', async (c) => {
    if (authenticate(c, keys) !== 'secret') throw unauthorized('This takes the secret key.')
    const span = Span.safeParse(await c.req.json())
    if (!span.success) throw invalid('This is no span of time.')
    const from = time.now()
    const to = endOf(span.data, from)
    if (to <= from) {
      throw invalid(`It is ${from.toISOString()} in the sandbox, and time goes forward only.`)
    }
    const latest = endOf({ amount: MAX_YEARS, unit: 'year' }, from)
    // Do not write `to > latest`. A date too far in the future is invalid, and comparisons with an
    // invalid date are always false. So `to > latest` would let such a date pass.
    if (!(to <= latest)) {
      throw invalid(`Time can be advanced by at most ${MAX_YEARS} years at once.`)
    }
    const told = ledger.events.all().length
    await advance(to)
    const events = ledger.events.all().slice(told)
    return c.json({
      from: from.toISOString(),
      to: to.toISOString(),
      happened: describeEvents(world, events),
    } satisfies AdvanceReport)
  })
}
