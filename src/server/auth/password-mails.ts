import { type Addressee, greet, letter, link, onDay } from '#server/mail/letter.ts'

/**
 * Mails a code. The greeting contains no name, because anybody can register a stranger's address
 * with an insult as the name.
 */
export function resetCodeMail(
  { email }: Pick<Addressee, 'email'>,
  { code, minutes }: { code: string; minutes: number },
) {
  // The subject contains no code, because lock screens and logs show subjects.
  return letter(email, 'Your Engawa verification code', [
    `Your verification code is ${code}`,
    `Enter it on the page where you requested it, together with your new password. It works once, within ${minutes} minutes.`,
    'If you did not request a code, you can ignore this mail: your password stays the same. Never tell the code to anybody. We will not ask you for it.',
  ])
}

export function passwordChangedMail(
  person: Addressee,
  { changedAt }: { changedAt: Date },
  siteUrl: string,
) {
  return letter(person.email, 'Your Engawa password was changed', [
    greet(person),
    `The password of your account was changed on ${onDay(changedAt)}, and everybody who was signed in with the old one has been logged out.`,
    `If that was not you, somebody may be able to read your mails. Secure your mailbox first, then choose a new password:${link('/forgot-password', siteUrl)}`,
  ])
}
