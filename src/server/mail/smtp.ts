import { createTransport } from 'nodemailer'
import { type MailAddress, type SendMail, toMessage } from './mail.ts'

/** Timeouts in milliseconds. `nodemailer`'s defaults of up to ten minutes would block the queue. */
const LIMITS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** Sends mails through the SMTP server at `url`, such as `smtps://user:password@mail.example`. */
export function sendBySmtp(url: string, from: MailAddress): SendMail {
  const transport = createTransport({ url, ...LIMITS })
  return async (mail) => {
    await transport.sendMail(toMessage(mail, from))
  }
}

/**
 * Whether the mail server rejected this mail but may accept other mails. The rejection may be
 * temporary or permanent.
 */
export function isRefusedByServer(error: unknown) {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return false
  return error.code === 'EENVELOPE' || error.code === 'EMESSAGE'
}
