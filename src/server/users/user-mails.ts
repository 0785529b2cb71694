import {
  composeMail,
  formatDay,
  greeting,
  link,
  type Recipient,
} from '#server/mail/compose-mail.ts'

/** Mails about changes that an administrator made to an account. */

/**
 * The mail about a changed email address. Send this mail to the old address. Otherwise users would
 * not learn that they can no longer sign in with the old address.
 */
export function emailReplacedMail(person: Recipient, { email, at }: { email: string; at: Date }) {
  return composeMail(person.email, 'The email address of your Engawa account was changed', [
    greeting(person),
    `An administrator of Engawa changed the email address of your account to ${email} on ${formatDay(at)}. From now on, sign in with the new address. We will send no more mails to your old address.`,
    'If you did not expect this change, answer this mail immediately.',
  ])
}

export function passwordReplacedMail(
  person: Recipient,
  { at, siteUrl }: { at: Date; siteUrl: string },
) {
  return composeMail(person.email, 'Your Engawa password was changed', [
    greeting(person),
    `An administrator of Engawa set a new password for your account on ${formatDay(at)}, and you have been logged out everywhere.`,
    `Please choose another password that only you know. To do this, request a code by mail on this page:${link('/forgot-password', siteUrl)}`,
  ])
}
