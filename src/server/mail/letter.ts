import { utc } from '@date-fns/utc/utc'
import { format } from 'date-fns/format'
import type { Mail } from './mail.ts'

export interface Addressee {
  name: string
  email: string
}

/** A mail of several paragraphs, with Engawa's signature. */
export function letter(to: string, subject: string, paragraphs: string[]): Mail {
  return { to, subject, text: [...paragraphs, 'Engawa'].join('\n\n') }
}

export function greet({ name }: Addressee) {
  return `Hello ${name},`
}

/** Formats a day with its time zone, because the reader's local date may differ. */
export function onDay(moment: Date) {
  return `${format(moment, 'MMM dd, yyyy', { in: utc })} (UTC)`
}

/**
 * A link on its own line. In the middle of a sentence, mail programs may take the next characters
 * as part of the address.
 */
export function link(path: string, siteUrl: string) {
  return `\n${new URL(path, siteUrl).href}`
}
