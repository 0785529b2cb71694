import type { Mail } from './mail.ts'

const day = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: '2-digit',
  timeZone: 'UTC',
})

/** Whom a mail is for. */
export interface Addressee {
  name: string
  email: string
}

/** A mail of paragraphs, signed. */
export function letter(to: string, subject: string, paragraphs: string[]): Mail {
  return { to, subject, text: [...paragraphs, 'Engawa'].join('\n\n') }
}

export function greet({ name }: Addressee) {
  return `Hello ${name},`
}

/** The zone is named: on the reader's own calendar it may be another day. */
export function onDay(moment: Date) {
  return `${day.format(moment)} (UTC)`
}

/** The address of a page, on a line of its own so that no mail program takes more into it. */
export function link(path: string, siteUrl: string) {
  return `\n${new URL(path, siteUrl).href}`
}
