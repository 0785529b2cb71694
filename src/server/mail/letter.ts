import type { Mail } from './mail.ts'

const day = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: '2-digit',
  timeZone: 'UTC',
})

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
  return `${day.format(moment)} (UTC)`
}

/** A link on a line of its own, so that mail programs do not include the words around it. */
export function link(path: string, siteUrl: string) {
  return `\n${new URL(path, siteUrl).href}`
}
