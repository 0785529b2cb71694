import * as z from 'zod/mini'
import { CONTACT_STATES } from './choices.ts'
import { endpoint, LONG_TIMEOUT_MS } from './endpoint.ts'
import { fileName } from './file-name.ts'
import { paging, queryText } from './values.ts'

/** The contacts of municipalities. A contact is usually the town hall's desk for vacant houses. */

export const CONTACTS_PER_PAGE = 20

/**
 * The editable values of a contact, with their labels. The keys are also column names in the CSV
 * file of contacts.
 */
export const CONTACT_FIELDS = {
  phone: 'Phone',
  mail: 'Email',
  web: 'Web page',
  note: 'Note',
  source: 'Source',
  date: 'As of',
} as const
export type ContactField = keyof typeof CONTACT_FIELDS

const ContactRow = z.object({
  /** The code of the municipality (JIS X 0402, five digits). */
  place: z.string(),
  /** The prefecture, as its `value` in `PREFECTURES`, such as `ehime`. */
  prefecture: z.string(),
  en: z.string(),
  ja: z.string(),
  /** How many houses of the municipality are offered. */
  house_count: z.int(),
  phone: z.nullable(z.string()),
  mail: z.nullable(z.string()),
  web: z.nullable(z.string()),
  note: z.nullable(z.string()),
  source: z.nullable(z.string()),
  date: z.nullable(z.string()),
  /** Whether the municipality does not want its houses to be shown. */
  opted_out: z._default(z.boolean(), false),
})
export type ContactRow = z.output<typeof ContactRow>

/** Lists municipalities with their contacts. Municipalities with the most houses come first. */
export const listContacts = endpoint({
  method: 'GET',
  path: '/contacts',
  access: 'admin',
  input: z.object({
    /** Searches the English and Japanese names of municipalities. All words must match. */
    search: queryText('Search'),
    /** `missing` selects the municipalities that have houses but no contact. */
    state: z.optional(z.enum(CONTACT_STATES, `State must be ${CONTACT_STATES.join(' or ')}`)),
    ...paging(CONTACTS_PER_PAGE),
  }),
  output: z.object({ results: z.array(ContactRow), total_count: z.int() }),
})
export type ContactSearch = z.output<typeof listContacts.input>

const edit = z.optional(z.string())

/**
 * Saves the given values of a contact. An empty text means unknown. If phone, mail, web page and
 * note are all unknown afterwards, the server deletes the contact.
 */
export const editContact = endpoint({
  method: 'PUT',
  path: '/contacts/:place',
  access: 'admin',
  input: z.strictObject({
    place: z.string().check(z.regex(/^\d{5}$/, 'The code of a municipality has five digits')),
    phone: edit,
    mail: edit,
    web: edit,
    note: edit,
    source: edit,
    date: edit,
  } satisfies Record<ContactField | 'place', z.ZodMiniType>),
  output: ContactRow,
})

/**
 * The maximum size of a CSV file of contacts. A file with all municipalities is about a hundred
 * times smaller.
 */
const MAX_CONTACTS_BYTES = 20_000_000

const ContactsOutcome = z.object({
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
  unchanged: z.int(),
  rejected_count: z.int(),
  /** The first rejected rows, each with the number of its line in the file. */
  rejected: z.array(z.object({ line: z.int(), reason: z.string() })),
})
/** The result of importing a CSV file of contacts. */
export type ContactsOutcome = z.output<typeof ContactsOutcome>

/**
 * Saves the contacts of a CSV file. Its columns have the same names as in the file that
 * `downloadContacts` returns.
 */
export const importContacts = endpoint({
  method: 'POST',
  path: '/contacts',
  access: 'admin',
  encoding: 'file',
  maxBytes: MAX_CONTACTS_BYTES,
  timeoutMs: LONG_TIMEOUT_MS,
  input: z.strictObject({
    file_name: fileName('Choose a CSV file'),
  }),
  output: ContactsOutcome,
})

/** Downloads all contacts as a CSV file, which `importContacts` accepts. */
export const downloadContacts = endpoint({
  method: 'GET',
  path: '/contacts.csv',
  access: 'admin',
  timeoutMs: LONG_TIMEOUT_MS,
  input: z.strictObject({}),
  output: z.file(),
})
