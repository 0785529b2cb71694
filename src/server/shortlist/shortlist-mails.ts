import { composeMail, formatDay } from '#server/mail/compose-mail.ts'

interface Invitation {
  email: string
  inviter: { name: string }
  link: string
  expiresAt: Date
}

/** Matches a web address or an email address. */
const ADDRESS = /:\/\/|@|\p{L}\.\p{L}{2}/u

/**
 * The name under which a person invites strangers. Null if the name contains a web or email
 * address. Anybody can invite a stranger, so such a name would make Engawa pass on advertisements.
 */
export function inviterName({ name }: { name: string }) {
  return ADDRESS.test(name) ? null : name
}

export function invitationMail({ email, inviter, link, expiresAt }: Invitation) {
  const name = inviterName(inviter)
  const known = name === null ? 'expect no invitation' : `do not know ${name}`
  return composeMail(email, 'An invitation to a shared shortlist on Engawa', [
    'Hello,',
    `${name ?? 'A member of Engawa'} would like to choose a house in Japan together with you, and invites you to a shared shortlist. You need an account, but no subscription. Open this link to join:\n${link}`,
    `The link works once, until ${formatDay(expiresAt)}. If you ${known}, ignore this mail.`,
  ])
}
