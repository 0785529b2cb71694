import {
  composeMail,
  formatDay,
  greeting,
  link,
  type Recipient,
} from '#server/mail/compose-mail.ts'

interface Change {
  at: Date
  siteUrl: string
}

export function secondFactorAddedMail(
  person: Recipient,
  { factor, at, siteUrl }: Change & { factor: string },
) {
  return composeMail(person.email, 'A second factor was added to your Engawa account', [
    greeting(person),
    `${factor} was added to your account on ${formatDay(at)}. It can confirm a sign-in from now on.`,
    notYou(siteUrl),
  ])
}

export function secondFactorRemovedMail(
  person: Recipient,
  { factor, at, siteUrl }: Change & { factor: string },
) {
  return composeMail(person.email, 'A second factor was removed from your Engawa account', [
    greeting(person),
    `${factor} was removed from your account on ${formatDay(at)}. It can no longer confirm a sign-in.`,
    notYou(siteUrl),
  ])
}

/** The mail after an operator has removed all second factors of a person who had lost them. */
export function secondFactorResetMail(person: Recipient, { at }: { at: Date }) {
  return composeMail(person.email, 'The second factor of your Engawa account was removed', [
    greeting(person),
    `The operator of Engawa removed all passkeys, the authenticator app and the recovery codes of your account on ${formatDay(at)}, and you have been logged out everywhere. Sign in with your password, and set up a new second factor in Account Settings.`,
    'If you did not ask for this, answer this mail immediately.',
  ])
}

export function recoveryCodeUsedMail(
  person: Recipient,
  { at, siteUrl, left }: Change & { left: number },
) {
  return composeMail(person.email, 'A recovery code of your Engawa account was used', [
    greeting(person),
    `Somebody signed in to your account with a recovery code on ${formatDay(at)}. ${codesLeft(left)}`,
    notYou(siteUrl),
  ])
}

export function recoveryCodesRenewedMail(person: Recipient, { at, siteUrl }: Change) {
  return composeMail(person.email, 'Your Engawa account has new recovery codes', [
    greeting(person),
    `New recovery codes were made for your account on ${formatDay(at)}. The earlier codes no longer work.`,
    notYou(siteUrl),
  ])
}

function codesLeft(left: number) {
  const count = left === 1 ? 'One code is left.' : `${left === 0 ? 'No' : left} codes are left.`
  return left > 3 ? count : `${count} Make new ones in Account Settings.`
}

function notYou(siteUrl: string) {
  return `If that was not you, somebody knows your password. Choose a new password, and look at your second factors in Account Settings:${link('/account', siteUrl)}`
}
