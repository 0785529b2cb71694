import { composeMail, formatDay, greeting, type Recipient } from '#server/mail/compose-mail.ts'

export function accountDeletedMail(person: Recipient, { deletedAt }: { deletedAt: Date }) {
  return composeMail(person.email, 'Your Engawa account was deleted', [
    greeting(person),
    `Your account was deleted on ${formatDay(deletedAt)}, with your favorites, saved searches, notes, photos and profile picture. If you had a subscription, it has ended, and you will not be charged again.`,
    'If that was not you, somebody knew your password. Change it wherever else you use it. The account cannot be restored.',
  ])
}

/**
 * A notice that the email address of the account was changed. The mail goes to the old address, so
 * that the owner notices a change that a stranger has made.
 */
export function emailChangedMail(
  person: Recipient,
  { email, changedAt }: { email: string; changedAt: Date },
) {
  return composeMail(person.email, 'The email address of your Engawa account was changed', [
    greeting(person),
    `The email address of your account was changed to ${email} on ${formatDay(changedAt)}. From now on, sign in with the new address. We will send no more mails to your old address.`,
    'If that was not you, somebody knows your password. Answer this mail immediately, and we will help you to get your account back.',
  ])
}
