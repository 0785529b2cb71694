import { utc } from '@date-fns/utc/utc'
import { format } from 'date-fns/format'
import type { Mail } from './mail.ts'

export interface Recipient {
  name: string
  email: string
}

export function composeMail(to: string, subject: string, paragraphs: string[]): Mail {
  return { to, subject, text: [...paragraphs, 'Engawa'].join('\n\n') }
}

export function greeting({ name }: Recipient) {
  return `Hello ${name},`
}

/** Formats a day with its time zone, because the recipient's local date may differ. */
export function formatDay(moment: Date) {
  return `${format(moment, 'MMM dd, yyyy', { in: utc })} (UTC)`
}

/**
 * A link on its own line. If a text followed the link, mail programs might take the beginning of
 * the text as part of the address.
 */
export function link(path: string, siteUrl: string) {
  return `\n${new URL(path, siteUrl).href}`
}
