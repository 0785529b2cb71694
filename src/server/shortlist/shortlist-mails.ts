import { composeMail, formatDay } from '#server/mail/compose-mail.ts'

interface Invitation {
  email: string
  inviter: { name: string }
  link: string
  expiresAt: Date
}

export function invitationMail({ email, inviter, link, expiresAt }: Invitation) {
  return composeMail(email, 'An invitation to a shared shortlist on Engawa', [
    'Hello,',
    `${inviter.name} would like to choose a house in Japan together with you, and invites you to a shared shortlist. You need an account, but no subscription. Open this link to join:\n${link}`,
    `The link works once, until ${formatDay(expiresAt)}. If you do not know ${inviter.name}, ignore this mail.`,
  ])
}
