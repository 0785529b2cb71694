import { dictionary } from '@zxcvbn-ts/language-common'
import type { User } from '#contract/account.ts'
import { MIN_ADMIN_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#contract/choices.ts'
import { Refusal } from '#server/errors/refusal.ts'

/** The most common passwords of leaked databases, in lower case, and words of this product. */
const COMMON_PASSWORDS = new Set([
  ...dictionary['passwords-common'].filter(({ length }) => length >= MIN_PASSWORD_LENGTH),
  ...['akiya123', 'engawa', 'engawa1', 'engawa123', 'guest123', 'login123', 'japan123'],
])
/** Matches a text that only repeats one to four characters, such as `121212`. */
const REPETITION = /^(.{1,4})\1+$/su

/**
 * Refuses a new password that is too short for the role, or easy to guess.
 * @throws {Refusal} 422 with the fault.
 */
export function checkNewPassword(password: string, role: User['role']) {
  const fault = findPasswordFault(password, role)
  if (fault) throw new Refusal(422, fault)
}

export function findPasswordFault(password: string, role: User['role']) {
  if (isTooShort(password, role)) {
    return `An administrator's password must be at least ${MIN_ADMIN_PASSWORD_LENGTH} characters`
  }
  return isEasyToGuess(password)
    ? 'This password is easy to guess. Please choose another one.'
    : null
}

/** Whether the password is too short for its role. The contract checks the length for users. */
export function isTooShort(password: string, role: User['role']) {
  return role === 'admin' && password.length < MIN_ADMIN_PASSWORD_LENGTH
}

function isEasyToGuess(password: string) {
  return (
    COMMON_PASSWORDS.has(password.toLowerCase()) ||
    REPETITION.test(password) ||
    isSequence(password)
  )
}

/** Whether all characters follow each other in order, such as `abcdef` or `987654`. */
function isSequence(text: string) {
  const codes = [...text].map((character) => character.charCodeAt(0))
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)))
  return steps.size === 1 && (steps.has(1) || steps.has(-1))
}
