/**
 * The reasons for a refusal by which a client decides what to do. `detail` is only for people. Add
 * a code when a client first needs it.
 */
export const REFUSAL_CODES = [
  /** The email address already has an account. */
  'email_taken',
  /** The person's photos fill the space of their account. */
  'photos_full',
  /** The second step of a sign-in cannot succeed any more, so the person must begin again. */
  'sign_in_over',
] as const
export type RefusalCode = (typeof REFUSAL_CODES)[number]

/** The body of an error response. */
export interface RefusalBody {
  /** The sentence to show. */
  detail: string
  code?: RefusalCode | undefined
  /** The input field that the client must correct. */
  field?: string | undefined
}

/**
 * Reads the body of an error response. Null if it does not have the form of our server's errors.
 * Omits a code that only a newer server knows.
 */
export function readRefusal(body: unknown): RefusalBody | null {
  const { detail, code, field }: Partial<Record<string, unknown>> = Object(body)
  if (typeof detail !== 'string') return null
  return {
    detail,
    code: REFUSAL_CODES.find((known) => known === code),
    field: typeof field === 'string' ? field : undefined,
  }
}
