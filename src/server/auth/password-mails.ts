import { type Addressee, greet, letter, link, onDay } from '#server/mail/letter.ts'

/** No name in the greeting: anybody can register a stranger's address with an abusive name. */
export function resetCodeMail(
  { email }: Pick<Addressee, 'email'>,
  { code, minutes }: { code: string; minutes: number },
) {
  // No code in the subject: lock screens show subjects, and logs contain them.
  return letter(email, 'Your Engawa verification code', [
    `Your verification code is ${code}`,
    `Enter it on the page that you asked for it on, together with your new password. It can be used once, within ${minutes} minutes.`,
    'If you did not ask for a code, you need not do anything: your password stays as it is. Never tell the code to anybody; we will not ask you for it.',
  ])
}

export function passwordChangedMail(
  person: Addressee,
  { changedAt }: { changedAt: Date },
  siteUrl: string,
) {
  return letter(person.email, 'Your Engawa password was changed', [
    greet(person),
    `The password of your account was changed on ${onDay(changedAt)}, and everybody who was signed in with the old one has been signed out.`,
    `If that was not you, somebody may have access to your mails. Secure those first, then choose a new password:${link('/forgot-password', siteUrl)}`,
  ])
}
