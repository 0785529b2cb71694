import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '#client/api/api.ts'
import { wait } from '#client/browser/wait.ts'
import * as payments from '#contract/payments.ts'
import { accountQuery } from './account.ts'

/** Stripe's settings for the card form. They stay the same while the page is open. */
export const paymentConfigQuery = queryOptions({
  queryKey: ['payment-config'],
  queryFn: ({ signal }) => call(payments.getPaymentConfig, {}, signal),
  staleTime: Number.POSITIVE_INFINITY,
})

/**
 * The person's payments, newest first. A new payment appears only after Stripe has called the
 * webhook.
 */
export const paymentsQuery = queryOptions({
  queryKey: ['payments'],
  queryFn: ({ signal }) => call(payments.getPayments, {}, signal),
})

const CHANGES = {
  cancel: payments.cancelSubscription,
  reactivate: payments.reactivateSubscription,
}
export type SubscriptionChange = keyof typeof CHANGES

/** Cancels a subscription at the end of its paid period, or reactivates it. */
export const changeSubscription = mutationOptions({
  mutationFn: (change: SubscriptionChange, { client }) =>
    refetchAccountAfter(client, call(CHANGES[change], {})),
})

/**
 * How long a form waits for the changed account. Without this limit, an account request that hangs
 * would hold the form through all its retries.
 */
const ACCOUNT_TIMEOUT_MS = 2_000

/**
 * Awaits a request that changes the subscription, then the refetch of the account, so that the
 * person gets access immediately. After a failure or a timeout, the refetch runs in the background.
 * @throws what the request throws.
 */
export async function refetchAccountAfter<Result>(client: QueryClient, request: Promise<Result>) {
  try {
    const result = await request
    const { elapsed, stop } = wait(ACCOUNT_TIMEOUT_MS)
    await Promise.race([client.refetchQueries(accountQuery), elapsed])
    stop()
    void client.invalidateQueries(paymentsQuery)
    return result
  } catch (error) {
    void client.refetchQueries(accountQuery)
    throw error
  }
}
