import {
  composeMail,
  formatDay,
  greeting,
  link,
  type Recipient,
} from '#server/mail/compose-mail.ts'

/**
 * Mails a code. The greeting contains no name, because anybody can register a stranger's address
 * with an insult as the name.
 */
export function resetCodeMail(
  { email }: Pick<Recipient, 'email'>,
  { code, minutes }: { code: string; minutes: number },
) {
  // The subject contains no code, because lock screens and logs show subjects.
  return composeMail(email, 'Your Engawa verification code', [
    `Your verification code is ${code}`,
    `Enter the code on the page where you requested it, together with your new password. The code works once, within ${minutes} minutes.`,
    'If you did not request a code, you can ignore this mail: your password stays the same. Never tell the code to anybody. We will not ask you for it.',
  ])
}

export function passwordChangedMail(
  person: Recipient,
  { changedAt }: { changedAt: Date },
  siteUrl: string,
) {
  return composeMail(person.email, 'Your Engawa password was changed', [
    greeting(person),
    `The password of your account was changed on ${formatDay(changedAt)}, and everybody who was signed in with the old password has been logged out.`,
    `If that was not you, somebody may be able to read your mails. Secure your mailbox first, then choose a new password:${link('/forgot-password', siteUrl)}`,
  ])
}
