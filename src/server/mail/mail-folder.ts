import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { type MailAddress, type QueuedMail, type SendMail, toMessage } from './mail.ts'

/** Writes mails to files that any mail program opens, and says on the console where they are. */
export function writeToFolder(directory: string, from: MailAddress): SendMail {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return async (mail) => {
    const { message } = await transport.sendMail(toMessage(mail, from))
    await mkdir(directory, { recursive: true })
    const path = join(directory, nameOf(mail))
    // It appears whole or not at all.
    await writeFile(`${path}.part`, message)
    await rename(`${path}.part`, path)
    console.log(`Mail "${mail.subject}": ${path}`)
  }
}

/** Sorts by time, and is the same at every try. */
function nameOf({ id, createdAt }: QueuedMail) {
  return `${createdAt.toISOString().replaceAll(/[:.]/g, '-')}-${id}.eml`
}
