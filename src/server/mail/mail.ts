import type { SendMailOptions } from 'nodemailer'

export interface Mail {
  to: string
  subject: string
  text: string
  /**
   * When the mail becomes useless, for example because the code in it expires. After this time the
   * mail is not sent. Null if the mail stays useful.
   */
  uselessAt?: Date | null
  html?: string | null
  /** An address at which mail programs unsubscribe the person, by a POST request (RFC 8058). */
  stopUrl?: string | null
  /** The id of the person, if the mail is an alert. */
  alertsOf?: string | null
}

export interface QueuedMail extends Mail {
  id: string
  createdAt: Date
}

export interface MailAddress {
  name: string
  address: string
}

/** Sends a mail. Resolves when the mail server has accepted it, and throws otherwise. */
export type SendMail = (mail: QueuedMail) => Promise<void>

/** The mail in `nodemailer`'s format. */
export function toMessage(mail: QueuedMail, from: MailAddress): SendMailOptions {
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  return {
    from,
    // Pass the recipient as an object. `nodemailer` would split a string with commas into several
    // recipients.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    ...(mail.html && { html: mail.html }),
    ...(mail.stopUrl && { list: { unsubscribe: mail.stopUrl } }),
    date: mail.createdAt,
    // Use the same id on every retry, so that mail programs can detect a duplicate.
    messageId: `<${mail.id}@${domain}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(mail.stopUrl && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
