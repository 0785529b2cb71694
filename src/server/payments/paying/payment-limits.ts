import { type Attempt, countAttempts, uncountAttempt } from '#server/auth/rate-limits.ts'
import { Refusal } from '#server/errors/refusal.ts'
import type { BillingServices } from '#server/payments/billing-services.ts'

interface Payer {
  userId: string
  ip: string
}

/**
 * Runs `payment`, but refuses if too many recent payments of this user or from this network failed.
 * Without this limit, criminals could try stolen cards one after another (card testing). Counts a
 * payment as failed when it begins, so that a payment that waits for the bank counts too. Undoes
 * the count if the payment succeeds, or if it fails for another reason than a declined or invalid
 * card.
 */
export async function countingFailures<T extends { success: boolean }>(
  services: BillingServices,
  payer: Payer,
  payment: () => Promise<T>,
) {
  await countAttempts(services.db, attemptsOf(payer), services.now())
  try {
    const result = await payment()
    if (result.success) await uncountFailure(services, payer)
    return result
  } catch (error) {
    if (!isFailure(error)) await uncountFailure(services, payer)
    throw error
  }
}

export async function uncountFailure({ db }: BillingServices, payer: Payer) {
  await Promise.all(attemptsOf(payer).map((one) => uncountAttempt(db, one)))
}

function attemptsOf({ userId, ip }: Payer): Attempt[] {
  return [
    { limit: 'paymentOfPerson', userId },
    { limit: 'paymentFromAddress', ip },
  ]
}

/** Whether the error means that the card was declined or invalid. */
function isFailure(error: unknown) {
  return error instanceof Refusal && (error.status === 402 || error.status === 400)
}
