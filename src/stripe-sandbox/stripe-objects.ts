import type Stripe from 'stripe'

/** Keeps the string literals of a union, and drops `string` itself. */
type Literal<T> = T extends string ? (string extends T ? never : T) : never
/** Removes `string` from an open enumeration. Stripe's types include `string` for future values. */
export type Closed<T> = [Literal<T>] extends [never] ? T : Exclude<T, string> | Literal<T>

/**
 * A Stripe object as the sandbox stores and sends it. The object contains the ids of other objects,
 * until a request expands these ids. Decimals are strings.
 */
type Stored<T> =
  Closed<T> extends infer Member
    ? Member extends string | number | boolean | null | undefined
      ? Member
      : Member extends Stripe.Decimal
        ? string
        : Member extends (infer Item)[]
          ? Stored<Item>[]
          : { [Key in keyof Member]: StoredField<Member[Key]> }
    : never
type StoredField<T> = Stored<string extends T ? Exclude<T, { object: string }> : T>

export type Customer = Stored<Stripe.Customer>
export type DeletedCustomer = Stored<Stripe.DeletedCustomer>
export type PaymentMethod = Stored<Stripe.PaymentMethod>
export type Price = Stored<Stripe.Price>
export type Plan = Stored<Stripe.Plan>
export type Subscription = Stored<Stripe.Subscription>
export type Invoice = Stored<Stripe.Invoice>
export type InvoicePayment = Stored<Stripe.InvoicePayment>
export type PaymentIntent = Stored<Stripe.PaymentIntent>
export type Charge = Stored<Stripe.Charge>
export type Refund = Stored<Stripe.Refund>
export type Dispute = Stored<Stripe.Dispute>
export type SetupIntent = Stored<Stripe.SetupIntent>

export type EventType =
  | 'customer.created'
  | 'customer.deleted'
  | 'customer.subscription.created'
  | 'customer.subscription.updated'
  | 'customer.subscription.deleted'
  | 'invoice.created'
  | 'invoice.paid'
  | 'invoice.payment_failed'
  | 'invoice.payment_action_required'
  | 'invoice.voided'
  | 'charge.refunded'
  | 'charge.dispute.created'
  | 'charge.dispute.closed'

/** The type of the object that an event of the given type contains. */
export type EventObject<Type extends EventType> = EventObjects[Type]
type EventObjects = {
  [Type in EventType]: Stored<Extract<Stripe.Event, { type: Type }>['data']['object']>
}

export type Event = {
  [Type in EventType]: Stored<Omit<Stripe.EventBase, 'type' | 'data'>> & {
    type: Type
    data: { object: EventObject<Type> }
  }
}[EventType]

/** Stripe's error codes for declined payments. */
export type ErrorCode = NonNullable<Stored<Stripe.PaymentIntent.LastPaymentError>['code']>
