/** A reference from one object of Stripe to another: the id of that object, or the object itself. */
type Reference = string | { id?: string } | null | undefined

/** The id of an object. Undefined if there is no object, or if it has no id, such as a draft. */
export function stripeId(object: string | { id: string }): string
export function stripeId(object: Reference): string | undefined
export function stripeId(object: Reference) {
  return typeof object === 'string' ? object : object?.id
}
