import { type Addressee, greet, letter, onDay } from './mail/letter.ts'

/** For the address that the account had until then. */
export function emailChangedMail(
  person: Addressee,
  { email, changedAt }: { email: string; changedAt: Date },
) {
  return letter(person.email, 'The email address of your Engawa account was changed', [
    greet(person),
    `The email address of your account was changed to ${email} on ${onDay(changedAt)}. From now on you sign in with that one, and this address gets no more mails from us.`,
    'If that was not you, somebody knows your password. Answer this mail at once, and we will help you to get your account back.',
  ])
}
