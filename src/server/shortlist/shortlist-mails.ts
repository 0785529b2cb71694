import { composeMail, formatDay } from '#server/mail/compose-mail.ts'

interface Invitation {
  email: string
  inviter: { name: string }
  link: string
  expiresAt: Date
}

/**
 * Matches a web address or an email address. Anybody can invite a stranger, so a name with an
 * address would make Engawa send advertisements.
 */
const ADDRESS = /:\/\/|@|\p{L}\.\p{L}{2}/u

export function invitationMail({ email, inviter: { name }, link, expiresAt }: Invitation) {
  const inviter = ADDRESS.test(name) ? 'A member of Engawa' : name
  const known = ADDRESS.test(name) ? 'expect no invitation' : `do not know ${name}`
  return composeMail(email, 'An invitation to a shared shortlist on Engawa', [
    'Hello,',
    `${inviter} would like to choose a house in Japan together with you, and invites you to a shared shortlist. You need an account, but no subscription. Open this link to join:\n${link}`,
    `The link works once, until ${formatDay(expiresAt)}. If you ${known}, ignore this mail.`,
  ])
}
