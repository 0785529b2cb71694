import type { ContactField } from '#contract/contacts.ts'
import { Email } from '#contract/fields.ts'
import { isDay } from '#contract/query-values.ts'
import { parsePhone, parseUrl } from '#normalise/contact.ts'
import { type Reading, read, unread } from '#normalise/reading.ts'
import { readLine, readText, toHalfWidth } from '#normalise/text.ts'
import type { contacts } from '#server/db/schema.ts'

/** The contact of a municipality. An unknown value is null. */
export type ContactValues = Pick<typeof contacts.$inferSelect, ContactField>

const READERS: Record<ContactField, (text: string) => Reading<string>> = {
  phone: parsePhone,
  mail: readMail,
  web: parseUrl,
  note: readLine(500),
  source: readLine(300),
  date: readDay,
}

export const FIELD_NAMES = Object.keys(READERS) as ContactField[]

/** Parses a value that a person typed or a file contains. An empty text means unknown. */
export function readContactField(name: ContactField, written: string): Reading<string> {
  const text = readText(written)
  return text.kind === 'read' ? READERS[name](text.value) : text
}

/**
 * Whether the contact has a phone, mail, website or note. A contact without any of these is
 * deleted.
 */
export function isUsable({ phone, mail, web, note }: ContactValues) {
  return [phone, mail, web, note].some((value) => value !== null)
}

function readMail(text: string): Reading<string> {
  const mail = Email.safeParse(text)
  return mail.success && !LINK_SYNTAX.test(mail.data)
    ? read(mail.data)
    : unread('is not an email address')
}

/**
 * Characters with a meaning in `mailto:` links (RFC 6068). An address with `?cc=` would add a
 * recipient to every letter.
 */
const LINK_SYNTAX = /[?&%#/]/

/**
 * Parses a day such as `2026-04-01`. Also accepts `2026/4/1`, because spreadsheets write days in
 * this form.
 */
function readDay(text: string): Reading<string> {
  const [year = '', month = '', day = ''] = toHalfWidth(text).split(/[-/.]/)
  const written = [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-')
  return isDay(written) ? read(written) : unread('is not a day such as 2026-11-24')
}
