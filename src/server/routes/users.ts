import * as contract from '#contract/users.ts'
import type { Serve } from '#server/http/serve.ts'
import { toUserSubscription, toUserSummary } from '#server/users/accounts.ts'
import * as lists from '#server/users/user-lists.ts'
import * as users from '#server/users/users.ts'
import { overrideSubscription } from '../payments/ending/overrides.ts'
import type { Services } from '../services.ts'

export function userRoutes(serve: Serve, services: Services) {
  const { db } = services

  serve(contract.listUsers, async ({ input }) =>
    (await lists.findUsers(db, input)).map(toUserSummary),
  )

  serve(contract.countUsers, async ({ input }) => ({
    total_count: await lists.countFoundUsers(db, input),
  }))

  serve(contract.createUser, async ({ caller: { user }, input, ip, userAgent }) =>
    toUserSummary(await users.createUser(services, { user, ip, userAgent }, input)),
  )

  serve(contract.updateUser, async ({ caller: { user }, input, ip, userAgent }) =>
    toUserSummary(await users.updateUser(services, { user, ip, userAgent }, input)),
  )

  serve(contract.deleteUser, async ({ caller: { user }, input: { id }, ip }) => {
    await users.deleteUser(services, { user, ip }, id)
    await services.ownPhotos.removeAllOf(id)
    return {}
  })

  serve(contract.blockUser, async ({ caller, input, ip, userAgent }) => {
    const { user, isRenewalUnstopped } = await users.setBlocked(
      services,
      { user: caller.user, ip, userAgent },
      input,
    )
    return { ...toUserSummary(user), is_renewal_unstopped: isRenewalUnstopped }
  })

  serve(contract.sendPasswordReset, async ({ caller: { user }, input: { id }, ip }) => {
    await users.sendResetCode(services, { user, ip }, id)
    return { message: 'Password reset email sent' }
  })

  serve(contract.listSubscriptions, async ({ input }) =>
    (await lists.findSubscriptions(db, input)).map(toUserSubscription),
  )

  serve(contract.countSubscriptions, async ({ input }) => ({
    total_count: await lists.countFoundSubscriptions(db, input),
  }))

  serve(contract.updateSubscription, async ({ caller: { user }, input, ip }) => {
    const { id: userId, status, plan } = input
    const changed = await overrideSubscription(services, { user, ip }, { userId, status, plan })
    return toUserSubscription({ ...changed, dispute: await lists.findLastDispute(db, userId) })
  })
}
