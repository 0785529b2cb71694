import type Stripe from 'stripe'
import type { Closed } from '#stripe-sandbox/stripe-objects.ts'

/**
 * The JSON form of a type of Stripe's SDK. Decimals are strings. Enumerations have only the values
 * that the SDK lists.
 */
export type OnTheWire<T> =
  Closed<T> extends infer Member
    ? Member extends string | number | boolean | null | undefined
      ? Member
      : Member extends Stripe.Decimal
        ? string
        : Member extends (infer Item)[]
          ? OnTheWire<Item>[]
          : { [Key in keyof Member]: OnTheWire<Member[Key]> }
    : never

/** The body of an error response of Stripe. */
export interface Refused {
  error: OnTheWire<Stripe.PaymentIntent.LastPaymentError>
}

export type EventOf<Type extends Stripe.Event['type']> = OnTheWire<
  Extract<Stripe.Event, { type: Type }>
>
