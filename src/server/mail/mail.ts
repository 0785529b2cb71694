import type { SendMailOptions } from 'nodemailer'

/** What is written to somebody, in plain text. */
export interface Mail {
  to: string
  subject: string
  text: string
  /** From when on nobody would want it any more; null when it is worth sending for days. */
  uselessAt?: Date | null
}

/** A mail on its way. */
export interface QueuedMail extends Mail {
  id: string
  createdAt: Date
}

export interface MailAddress {
  name: string
  address: string
}

/** Resolves when the mail is in other hands, and throws when it is not. */
export type SendMail = (mail: QueuedMail) => Promise<void>

/** The mail as `nodemailer` takes it. */
export function toMessage(mail: QueuedMail, from: MailAddress): SendMailOptions {
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  return {
    from,
    // Of an object nothing is read as a second recipient.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    date: mail.createdAt,
    // The same at every try, so that a mail that arrives twice is seen to be one.
    messageId: `<${mail.id}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
