import { type Actor, writeAudit } from '#server/audit/audit.ts'
import type { SubscriptionRow } from '#server/auth/sessions.ts'
import { Refusal } from '#server/errors/refusal.ts'
import type { BillingServices } from '#server/payments/billing-services.ts'
import { complimentaryAccess } from '#server/payments/mirror/complimentary-access.ts'
import { saveSubscription } from '#server/payments/mirror/subscription-row.ts'
import type { Terms } from '#server/payments/mirror/subscription-state.ts'
import { hasBegun, isLive } from '#server/payments/mirror/subscription-state.ts'
import { sync } from '#server/payments/mirror/sync.ts'
import { refuseAdmin } from '#server/payments/paying/payers.ts'
import { type PaymentLock, withPaymentLock } from '#server/payments/payment-lock.ts'
import { explaining, explainUnavailable } from '#server/payments/stripe-errors.ts'
import { endCharges } from './cancel.ts'

/** Values that an administrator can set on a user's subscription. */
interface Decision {
  userId: string
  status?: 'active' | 'inactive' | undefined
  plan?: 'premium' | 'Free' | undefined
}

/**
 * Gives a user access without payment until `endsAt`, or without a time limit if `endsAt` is null.
 * Refuses if the user pays for a subscription.
 */
export function giveAccess(
  services: BillingServices,
  actor: Actor,
  { userId, endsAt }: { userId: string; endsAt: Date | null },
) {
  if (endsAt && endsAt <= services.now()) throw new Refusal(422, 'ends_at must be in the future')
  return withPaymentLock(services, userId, (lock) =>
    explaining(explainUnavailable, async () => {
      refuseAdmin(lock.user)
      const { current } = await sync(services, lock)
      if (current && isLive(current)) {
        throw new Refusal(
          409,
          'This person has a paid subscription. Access without payment can be given only after it has ended.',
        )
      }
      // Even without a paid subscription, a payment may be waiting for the bank's confirmation. End
      // everything that could charge the user.
      await endCharges(services, lock)
      await save(services, lock, {
        actor,
        action: 'subscription.give',
        changes: complimentaryAccess(endsAt),
      })
    }),
  )
}

/**
 * Applies an administrator's decision. The decision can end a paid subscription or give access, but
 * never makes a user pay. The function is idempotent.
 */
export function overrideSubscription(services: BillingServices, actor: Actor, decision: Decision) {
  return withPaymentLock(services, decision.userId, (lock) =>
    explaining(explainUnavailable, async () => {
      const { row } = await sync(services, lock)
      const changes = changesFor(decision, row, services.now())
      if (changes.override === 'active') refuseAdmin(lock.user)
      // When an administrator gives or ends access, stop all charges to the user, including the
      // charge of an unpaid invoice.
      const endsCharges = changes.override !== undefined || endsAccess(decision)
      if (endsCharges) await endCharges(services, lock)
      const saved = await save(services, lock, { actor, action: 'subscription.update', changes })
      const after = endsCharges ? (await sync(services, lock)).row : saved
      return { user: lock.user, subscription: after }
    }),
  )
}

function endsAccess({ status, plan }: Decision) {
  return status === 'inactive' || plan === 'Free'
}

function changesFor(decision: Decision, row: SubscriptionRow | null, now: Date): Partial<Terms> {
  const { status, plan } = decision
  if (endsAccess(decision)) {
    // If the subscription never began or an administrator has already ended it, there is no access
    // to end. Then change only the plan.
    const isOff = row === null || !hasBegun(row) || row.override === 'inactive'
    return {
      ...(plan && { plan }),
      ...(!isOff && { status: 'inactive', override: 'inactive', endsAt: now }),
    }
  }
  if (status === 'active' && row?.status !== 'active') return complimentaryAccess(null)
  return plan ? { plan } : {}
}

async function save(
  services: BillingServices,
  lock: PaymentLock,
  { actor, action, changes }: { actor: Actor; action: string; changes: Partial<Terms> },
) {
  return saveSubscription(services, lock, changes, async (tx, before, after) => {
    await writeAudit(tx, {
      actor,
      action,
      target: lock.user,
      before: before && termsOf(before),
      after: termsOf(after),
      at: services.now(),
    })
  })
}

function termsOf({ status, plan, paymentProvider, endsAt, override }: SubscriptionRow) {
  return { status, plan, payment_provider: paymentProvider, ends_at: endsAt, override }
}
