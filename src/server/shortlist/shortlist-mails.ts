import { letter, onDay } from '#server/mail/letter.ts'

interface Invitation {
  email: string
  inviter: { name: string }
  link: string
  expiresAt: Date
}

export function invitationMail({ email, inviter, link, expiresAt }: Invitation) {
  return letter(email, 'An invitation to a shared shortlist on Engawa', [
    'Hello,',
    `${inviter.name} would like to choose a house in Japan together with you, and invites you to a shared shortlist. You need an account and no subscription:\n${link}`,
    `The link works once, until ${onDay(expiresAt)}. If you do not know ${inviter.name}, ignore this mail.`,
  ])
}
