import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The mails to this address that the server has written into its data folder, oldest first. */
export function mailsTo(directory: string, email: string) {
  const folder = join(directory, 'mail')
  const files = existsSync(folder) ? readdirSync(folder) : []
  return files
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter((text) => text.includes(`To: ${email}\n`))
    .map((text) => ({ subject: text.match(/^Subject: (.*)$/m)?.[1], text }))
}
