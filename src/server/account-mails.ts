import { type Addressee, greet, letter, link, onDay } from './mail/letter.ts'

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

export function accountDeletedMail(
  person: Addressee,
  { deletedAt }: { deletedAt: Date },
  siteUrl: string,
) {
  return letter(person.email, 'Your Engawa account was deleted', [
    greet(person),
    `Your account was deleted on ${onDay(deletedAt)}, with your favorites and all that we knew of you. If you had a subscription it has ended, and nothing more will be charged.`,
    `If you come back one day, you are welcome:${link('/register', siteUrl)}`,
  ])
}
