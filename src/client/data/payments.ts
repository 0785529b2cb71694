import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '#client/api/api.ts'
import { ApiError } from '#client/api/failures.ts'
import * as payments from '#contract/payments.ts'
import { accountQuery } from './account.ts'

/** What a card form needs to know of Stripe; the same for as long as the page is open. */
export const paymentConfigQuery = queryOptions({
  queryKey: ['payment-config'],
  queryFn: ({ signal }) => call(payments.getPaymentConfig, {}, signal),
  staleTime: Number.POSITIVE_INFINITY,
})

/** What the person has paid, newest first. A payment is noted when Stripe tells of it, shortly after. */
export const paymentsQuery = queryOptions({
  queryKey: ['payments'],
  queryFn: ({ signal }) => call(payments.getPayments, {}, signal),
})

const CHANGES = {
  cancel: payments.cancelSubscription,
  reactivate: payments.reactivateSubscription,
}
export type SubscriptionChange = keyof typeof CHANGES

/** Whether our server says so; of what it fails at itself, as of what is lost on the way, nobody knows the end. */
export function isAnswer(error: unknown) {
  return error instanceof ApiError && error.isOurs && error.status < 500
}

/** Lets a subscription end where it is paid to, or go on after all. */
export const changeSubscription = mutationOptions({
  mutationKey: ['change-subscription'],
  mutationFn: (change: SubscriptionChange, { client }) =>
    changingAccount(client, call(CHANGES[change], {})),
})

/**
 * The answer to a request that changes what the account pays for, once that is known too, so that
 * what is open to it is open at once. After a failure it is asked for behind.
 */
export async function changingAccount<Result>(client: QueryClient, request: Promise<Result>) {
  try {
    const result = await request
    await client.refetchQueries(accountQuery)
    void client.invalidateQueries(paymentsQuery)
    return result
  } catch (error) {
    void client.refetchQueries(accountQuery)
    throw error
  }
}
