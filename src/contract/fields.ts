import * as z from 'zod/mini'
import { MIN_PASSWORD_LENGTH } from './choices.ts'
import { hasUnprintable } from './query-values.ts'

/**
 * Form fields with their error messages. The server refuses a value with the same sentence that the
 * form shows.
 */

/** Maximum length of a deliverable email address (RFC 5321, 4.5.3.1.3). */
const MAX_EMAIL_LENGTH = 254
const EMAIL_INVALID = 'Email is invalid'
const MAX_NAME_LENGTH = 100
/**
 * The maximum length of a password, much longer than any passphrase. Longer texts would help only
 * an attacker, because the server needs time to hash them.
 */
const MAX_PASSWORD_LENGTH = 1000

/**
 * The maximum length before Unicode normalisation. Normalising a run of combining accents takes
 * quadratic time, for example a second for 64 KB. The maximum lengths of names and emails apply
 * after normalisation, when accents have merged with their letters.
 */
const MAX_WRITTEN_LENGTH = 1000

/**
 * Characters that nobody sees: spaces, joiners and fillers. A name of such characters alone would
 * look empty. An email address may contain none of these characters.
 */
const INVISIBLE = /[\s\p{Default_Ignorable_Code_Point}]/u

function isVisible(text: string) {
  return [...text].some((character) => !INVISIBLE.test(character))
}

/**
 * A schema for names of up to `maxLength` characters, trimmed and in Unicode's composed form.
 */
export function nameUpTo(maxLength: number) {
  const tooLong = `Name must be at most ${maxLength} characters`
  return z
    .pipe(
      z.string('Name is required').check(z.maxLength(MAX_WRITTEN_LENGTH, tooLong)),
      z.transform((text) => text.trim().normalize('NFC')),
    )
    .check(
      z.refine(isVisible, {
        error: 'Name is required',
        abort: true,
      }),
      z.refine((text) => text.length <= maxLength, {
        error: tooLong,
        abort: true,
      }),
      z.refine((text) => !hasUnprintable(text), 'Name contains characters that cannot be shown'),
    )
}

export const Name = nameUpTo(MAX_NAME_LENGTH)

/** An email address, normalised for storing and comparing: trimmed, composed, lower case. */
export const Email = z
  .pipe(
    z.string('Email is required').check(z.maxLength(MAX_WRITTEN_LENGTH, EMAIL_INVALID)),
    z.transform((text) => text.trim().normalize('NFKC').toLowerCase()),
  )
  .check(
    z.refine((text) => text.length > 0, { error: 'Email is required', abort: true }),
    z.refine(looksLikeEmail, EMAIL_INVALID),
  )

function looksLikeEmail(text: string) {
  return (
    text.length <= MAX_EMAIL_LENGTH &&
    !hasUnprintable(text) &&
    !INVISIBLE.test(text) &&
    /^[^\s@<>,;:"()[\]\\]+@[^\s@.<>,;:"()[\]\\]+(\.[^\s@.<>,;:"()[\]\\]+)+$/.test(text)
  )
}

/**
 * A password for signing in. The schema is lenient, because the rules may have changed since the
 * person chose the password.
 */
export const Password = z
  .string('Password is required')
  .check(
    z.minLength(1, 'Password is required'),
    z.maxLength(MAX_PASSWORD_LENGTH, `Password must be at most ${MAX_PASSWORD_LENGTH} characters`),
  )

/**
 * A new password. The server also refuses common passwords, whose list is too long for the client,
 * and passwords of administrators below `MIN_ADMIN_PASSWORD_LENGTH`.
 */
export const NewPassword = z
  .string('Password is required')
  .check(
    z.minLength(1, { error: 'Password is required', abort: true }),
    z.minLength(MIN_PASSWORD_LENGTH, `Password must be at least ${MIN_PASSWORD_LENGTH} characters`),
    z.maxLength(MAX_PASSWORD_LENGTH, `Password must be at most ${MAX_PASSWORD_LENGTH} characters`),
  )

/** Exactly six ASCII digits. Digits of other scripts are refused. */
export const ResetCode = z
  .string('Enter the 6-digit code sent to your email.')
  .check(z.regex(/^[0-9]{6}$/, 'Enter the 6-digit code sent to your email.'))
