import { utc } from '@date-fns/utc/utc'
import { format } from 'date-fns/format'
import type { Mail } from './mail.ts'

export interface Addressee {
  name: string
  email: string
}

/** A mail that consists of paragraphs and our signature. */
export function letter(to: string, subject: string, paragraphs: string[]): Mail {
  return { to, subject, text: [...paragraphs, 'Engawa'].join('\n\n') }
}

export function greet({ name }: Addressee) {
  return `Hello ${name},`
}

/** Names the time zone, because the reader's local date may differ. */
export function onDay(moment: Date) {
  return `${format(moment, 'MMM dd, yyyy', { in: utc })} (UTC)`
}

/** A link on a line of its own, so that mail programs do not include the words around it. */
export function link(path: string, siteUrl: string) {
  return `\n${new URL(path, siteUrl).href}`
}
