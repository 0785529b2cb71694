import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { type MailAddress, type QueuedMail, type SendMail, toMessage } from './mail.ts'

/** Writes mails as `.eml` files, and passes their paths to `log`. */
export function writeToFolder(
  directory: string,
  from: MailAddress,
  log: (message: string) => void,
): SendMail {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return async (mail) => {
    const { message } = await transport.sendMail(toMessage(mail, from))
    await mkdir(directory, { recursive: true })
    const path = join(directory, mailFileName(mail))
    // Write under a temporary name first, so that no reader sees an incomplete file.
    await writeFile(`${path}.part`, message)
    await rename(`${path}.part`, path)
    log(`Mail "${mail.subject}": ${path}`)
  }
}

/**
 * The name of a mail's file. The name begins with the time of the mail, so the files sort by time.
 * A retry has the same name, so it overwrites the first file.
 */
function mailFileName({ id, createdAt }: QueuedMail) {
  return `${createdAt.toISOString().replaceAll(/[:.]/g, '-')}-${id}.eml`
}
