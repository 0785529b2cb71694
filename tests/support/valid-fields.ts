import fc from 'fast-check'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  emailOf,
  INVITATION,
  LISTINGS,
  NEIGHBOUR,
  NOTE_ID,
  PASSWORD,
  PEOPLE,
  PHOTO_ID,
  RESET_CODE,
  SOURCE_ID,
  savedSearchOf,
  sessionOf,
} from './target-server.ts'

/** The fields of a request, in order. A name may occur twice. */
export type Fields = [name: string, value: unknown][]

/** The ids and files that a valid request may contain. */
export interface TestData {
  /** The caller's id, which is a valid value in every field for a person's id. */
  caller: string
  importId: string
  pictures: File[]
}

const NOTE = { record: `house:${LISTINGS[0]}`, field: 'note', at: '2026-11-20T10:00:00Z' }
const VISIT = { ...NOTE, record: `visit:${LISTINGS[0]}` }
const newNoteId = (last: number) => NOTE_ID.replace(/.$/, String(last))

/** Valid values by field name. If a test needs a new field name, add the name here. */
const TEXTS: Record<string, unknown[]> = {
  record: [NOTE.record, 'house:nowhere', VISIT.record],
  changes: [
    [{ ...NOTE, id: newNoteId(3), value: 'Damp', seen: [NOTE_ID] }],
    [{ ...NOTE, id: newNoteId(4), value: null, seen: [] }],
    [{ ...NOTE, id: newNoteId(7), field: `photo.${PHOTO_ID}`, value: null, seen: [] }],
    [{ ...NOTE, id: NOTE_ID, value: 'Of another person', seen: [] }],
    [
      { ...NOTE, id: newNoteId(5), field: 'status', value: 'asked', seen: [] },
      { ...NOTE, id: newNoteId(6), record: 'house:nowhere', value: '瓦', seen: [] },
    ],
    [
      { ...VISIT, id: newNoteId(7), field: 'day', value: '2026-11-26', seen: [] },
      { ...VISIT, id: newNoteId(8), field: 'appointment.name', value: '森 はるか', seen: [] },
    ],
  ],
  mapping: [
    { columns: { id: '_id', 'Sale Price Yen': { column: 'Sale Price Yen', unit: '円' } } },
    { columns: { _id: '_id' }, defaults: { Prefecture: '兵庫県' } },
  ],
  name: ['Ana Prieto', '森 はるか'],
  new_password: ['another long walk'],
  email: [
    ...Array<string>(4).fill('new-here@example.com'),
    ...PEOPLE.map(emailOf),
    'Nobody@Example.com',
  ],
  username: [...PEOPLE.map(emailOf), 'nobody@example.com'],
  password: [PASSWORD, PASSWORD, 'another long walk'],
  current_password: [PASSWORD, PASSWORD, 'not the one'],
  code: [RESET_CODE, '000000'],
  token: [INVITATION, INVITATION, 'x'.repeat(43)],
  key: ['0f4a2e9b77c1d358'],
  known: ['d41d8cd98f00b204e9800998ecf8427e'],
  sale_price_currency: ['JPY', 'EUR', 'XXX'],
  marks: ['parking', 'septic-tank,by-the-sea', 'no-such-mark'],
  endpoint: ['https://web.push.apple.com/QL3', 'https://fcm.googleapis.com/fcm/send/a:b'],
  p256dh: [
    'BB4YUy_UdUwC8wQdnHXOszuD_9gax85P6ILMscmLxYlupGwxHE4v9A3ZajZT5uRURdMt_khuztdcepDGoYiBwKM',
  ],
  auth: ['A'.repeat(22)],
  receipt: ['r'.repeat(43)],
  hash: ['0'.repeat(64)],
  sign_in: ['s'.repeat(43)],
  recovery_code: ['0123-4567-89ab-cdef-ghjk-mnpq'],
  credential_id: ['Y3JlZGVudGlhbA'],
  client_data: ['e30'],
  attestation: ['o2NmbXRkbm9uZQ'],
  authenticator_data: ['SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2M'],
  signature: ['MEUCIQ'],
  transports: ['internal,hybrid', ''],
  photo_id: [PHOTO_ID, PHOTO_ID, NOTE_ID],
  listing_id: [...LISTINGS, 'nowhere'],
  one: [LISTINGS[0], 'nowhere'],
  other: [LISTINGS[1], LISTINGS[0]],
  user_id: [...PEOPLE, 'nobody'],
  at: ['2020-01-01T00:00:00Z', '2026-11-20T10:00:00Z', '2099-01-01T00:00:00Z'],
  ends_at: ['2026-12-31T00:00:00Z', '2020-01-01T00:00:00Z'],
  payment_token: ['pm_card_visa', 'pm_card_visa_chargeDeclined', 'pm_card_authenticationRequired'],
  file_name: ['houses.json'],
  source: ['test', 'sample'],
  jpy_per_usd: ['150'],
  as_of: ['2025-03-31', '2031-02-30'],
  categories: ['house,land'],
  search: ['ana', 'house 丹波'],
  action: ['user.update'],
  kind: ['sign-in', 'no-such-kind'],
  from: ['2026-01-01'],
  to: ['2026-12-31'],
  prefecture: ['hyogo', '兵庫県'],
  city: ['丹波市'],
  place: ['28223', '99999'],
  near: ['28223', '35.18,135.03', 'station:005112'],
  within: ['10', '50'],
  area: ['34.5,134.5,35.5,135.5', '-90,-180,90,180'],
  q: ['tamba', '丹波', 'Uwajima Station'],
  layout: ['4LDK'],
  property_type: ['House'],
  location: ['兵庫県丹波市氷上町2'],
  price_yen: ['580万円', '無償'],
  building_area: ['98.5㎡'],
  land_area: ['300', ''],
  construction: ['昭和50年'],
  structure: ['木造'],
  transportation: ['JR 柏原駅'],
  remarks: ['日当たり良好'],
  contact_number: ['079-123-4567'],
  reference_url: ['https://example.jp/1'],
  phone: ['0795-82-1001', ''],
  mail: ['akiya@example.jp', ''],
  web: ['https://example.jp/akiya', 'javascript:alert(1)'],
  note: ['空き家バンク窓口'],
  date: ['2026-11-24', '2026/4/1'],
  address: ['tanba', 'tanba', 'https://houses.example/tanba.csv', '../..'],
  secret_variable: ['', 'SOURCE_TANBA'],
  hours: [1, '24'],
  weekday: [1, '7'],
  time: ['03:00', '23:59'],
  time_zone: ['Asia/Tokyo', 'America/New_York'],
  alert: [
    { rhythm: 'daily', channel: 'mail' },
    { rhythm: 'at-once', channel: 'both' },
  ],
  link: ['https://example.jp/2', 'ftp://example.jp'],
}

/** Fields of valid requests to `endpoint`. */
export function validFields(endpoint: Endpoint, testData: TestData): fc.Arbitrary<Fields> {
  return fc.oneof(
    ...shapesOf(endpoint.input).map((shape) =>
      fc
        .tuple(
          ...Object.entries(shape).map(([name, schema]) =>
            validValue(endpoint, name, schema, testData).map((value) => [name, value] as const),
          ),
        )
        .map((fields) => fields.filter(([, value]) => value !== undefined) as Fields),
    ),
  )
}

function shapesOf(schema: z.ZodMiniType): Record<string, z.ZodMiniType>[] {
  const { def } = (schema as unknown as ZodInternals)._zod
  if (def.type === 'object') return [def.shape ?? {}]
  if (def.type === 'union') return (def.options ?? []).flatMap(shapesOf)
  throw new Error('The input is no object')
}

/** The parts of zod's internals that this file reads. */
interface ZodInternals {
  _zod: {
    def: {
      type: string
      shape?: Record<string, z.ZodMiniType>
      options?: z.ZodMiniType[]
      innerType?: z.ZodMiniType
      in?: z.ZodMiniType
      entries?: Record<string, string>
      values?: unknown[]
    }
  }
}

function validValue(
  endpoint: Endpoint,
  name: string,
  schema: z.ZodMiniType,
  testData: TestData,
): fc.Arbitrary<unknown> {
  const { def } = (schema as unknown as ZodInternals)._zod
  const of = (inner: z.ZodMiniType | undefined) =>
    validValue(endpoint, name, inner ?? z.never(), testData)
  switch (def.type) {
    case 'optional':
    case 'default':
      return fc.oneof(fc.constant(undefined), of(def.innerType))
    case 'pipe':
      return TEXTS[name] ? fc.constantFrom(...textsFor(endpoint, name, testData)) : of(def.in)
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries ?? {}))
    case 'literal':
      return fc.constantFrom(...(def.values ?? []))
    case 'boolean':
      return fc.boolean()
    case 'union':
      if (name === 'factor') return fc.constantFrom('authenticator', sessionOf(NEIGHBOUR))
      // A query string contains only texts, so convert numbers to texts.
      return fc.integer({ min: 1, max: 100 }).map(String)
    default:
      return fc.constantFrom(...textsFor(endpoint, name, testData))
  }
}

function textsFor({ path }: Endpoint, name: string, { importId, caller }: TestData) {
  if (name === 'id') {
    if (/^\/(users|subscriptions)/.test(path))
      return [caller, caller, NEIGHBOUR, ...PEOPLE, 'nobody']
    if (path.startsWith('/imports')) return [importId, importId, 'no-import']
    if (path.startsWith('/sources')) return [SOURCE_ID, SOURCE_ID, 'no-source']
    if (path.startsWith('/saved-searches'))
      return [savedSearchOf(caller), savedSearchOf(NEIGHBOUR), 'no-search']
    if (path.startsWith('/auth/sessions'))
      return [sessionOf(caller), sessionOf(NEIGHBOUR), sessionOf('nobody')]
    if (path.startsWith('/notes/photos')) return [PHOTO_ID, PHOTO_ID, NOTE_ID]
    return [...LISTINGS, 'nowhere']
  }
  if (name === 'search_id') return [savedSearchOf(caller), savedSearchOf(NEIGHBOUR), 'no-search']
  // Here, `search` is a query string. In other endpoints, `search` is a text to look for.
  if (name === 'search' && path === '/saved-searches')
    return ['prefecture=hyogo', 'marks=parking&sale_price_max=20000', '']
  if (name === 'key' && path.startsWith('/opt-outs')) return ['28223', 'nowhere']
  // Unlike other endpoints, this endpoint refuses a prefecture in Japanese.
  if (name === 'prefecture' && path === '/borders') return ['hyogo']
  const texts = TEXTS[name]
  if (!texts)
    throw new Error(`Add valid values of "${name}" to TEXTS in tests/support/valid-fields.ts`)
  return texts
}

export function fieldsOf({ input }: Endpoint) {
  return Object.keys(Object.assign({}, ...shapesOf(input)))
}
