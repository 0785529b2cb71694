import type Stripe from 'stripe'
import type { Closed } from '#stripe-sandbox/stripe-objects.ts'

/**
 * The JSON form of a type of Stripe's SDK. Decimals are strings. Enumerations have only the values
 * that the SDK lists.
 */
export type JsonOf<T> =
  Closed<T> extends infer Member
    ? Member extends string | number | boolean | null | undefined
      ? Member
      : Member extends Stripe.Decimal
        ? string
        : Member extends (infer Item)[]
          ? JsonOf<Item>[]
          : { [Key in keyof Member]: JsonOf<Member[Key]> }
    : never

/** The body of an error response of Stripe. */
export interface ErrorResponse {
  error: JsonOf<Stripe.PaymentIntent.LastPaymentError>
}

export type EventOf<Type extends Stripe.Event['type']> = JsonOf<
  Extract<Stripe.Event, { type: Type }>
>
