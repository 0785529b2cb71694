import { asc, eq, isNotNull, or } from 'drizzle-orm'
import { listSubscriptions, updateSubscription } from '#contract/users.ts'
import { toUserSubscription } from '../accounts.ts'
import { subscriptions, users } from '../db/schema.ts'
import type { Serve } from '../http.ts'
import { overrideSubscription } from '../payments/overrides.ts'
import type { Services } from '../services.ts'

export function userRoutes(serve: Serve, services: Services) {
  serve(listSubscriptions, async () => {
    const rows = await services.db
      .select({ user: users, subscription: subscriptions })
      .from(users)
      .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
      // Administrators need none, but may pay for one from before.
      .where(or(eq(users.role, 'user'), isNotNull(subscriptions.userId)))
      .orderBy(asc(users.email))
    return rows.map(toUserSubscription)
  })

  serve(updateSubscription, async ({ caller, input: { id, status, plan }, ip }) => {
    const actor = { user: caller.user, ip }
    return toUserSubscription(
      await overrideSubscription(services, actor, { userId: id, status, plan }),
    )
  })
}
