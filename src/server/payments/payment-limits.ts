import { countTries, type Try, uncountTry } from '#server/auth/rate-limits.ts'
import { Refusal } from '#server/errors/refusal.ts'
import type { Services } from '../services.ts'

interface Payer {
  userId: string
  ip: string
}

/**
 * Does `payment` unless too many have failed lately: whoever tries stolen cards one after another
 * is stopped before Stripe is called. A payment counts as failed until it has succeeded, so also
 * while the bank is asking; one that nobody refused does not count.
 */
export async function countingFailures<T extends { success: boolean }>(
  services: Services,
  payer: Payer,
  payment: () => Promise<T>,
) {
  await countTries(services.db, triesOf(payer), services.now())
  try {
    const result = await payment()
    if (result.success) await uncountFailure(services, payer)
    return result
  } catch (error) {
    if (!isFailure(error)) await uncountFailure(services, payer)
    throw error
  }
}

export async function uncountFailure({ db }: Services, payer: Payer) {
  await Promise.all(triesOf(payer).map((one) => uncountTry(db, one)))
}

function triesOf({ userId, ip }: Payer): Try[] {
  return [
    { limit: 'paymentOfPerson', userId },
    { limit: 'paymentFromAddress', ip },
  ]
}

/** The card was refused, or was none. */
function isFailure(error: unknown) {
  return error instanceof Refusal && (error.status === 402 || error.status === 400)
}
