import fc from 'fast-check'
import * as z from 'zod/mini'
import { type Endpoint, hasFields } from '#contract/endpoint.ts'
import { hostileName, hostileText, hostileValue, Json, POLYGLOT } from './hostile-values.ts'
import { emailOf, LISTINGS, NEIGHBOUR, PASSWORD, PEOPLE, RESET_CODE } from './hostile-world.ts'

/** Requests that are made from the contract, and of which one thing is as nobody of good will sends it. */
export interface HostileRequest {
  /** What is hostile about it. */
  how: string
  method: string
  path: string
  headers: Record<string, string>
  body?: string | FormData | Uint8Array<ArrayBuffer>
  /** Everything that it says, wherever, as texts. */
  texts: string[]
}

type Fields = [name: string, value: unknown][]

/** How many fields of each kind of request are mutilated, and in which way. */
interface Draft {
  how: string
  fields: Fields
  /** A query string besides what the fields make of it. */
  query?: string
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
  method?: string
}

export interface Known {
  /** The id of whoever asks, who may well mean themselves. */
  caller: string
  importId: string
  pictures: File[]
}

const WORDS = { name: ['Ana Prieto', '森 はるか'], new_password: ['another long walk'] }
/** Texts that are valid in fields of these names: a test that meets another name asks for them here. */
const TEXTS: Record<string, string[]> = {
  ...WORDS,
  email: [
    ...Array<string>(4).fill('new-here@example.com'),
    ...PEOPLE.map(emailOf),
    'Nobody@Example.com',
  ],
  username: [...PEOPLE.map(emailOf), 'nobody@example.com'],
  password: [PASSWORD, PASSWORD, 'another long walk'],
  current_password: [PASSWORD, PASSWORD, 'not the one'],
  code: [RESET_CODE, '000000'],
  listing_id: [...LISTINGS, 'nowhere'],
  user_id: [...PEOPLE, 'nobody'],
  ends_at: ['2026-12-31T00:00:00Z', '2020-01-01T00:00:00Z'],
  payment_token: ['pm_card_visa', 'pm_card_visa_chargeDeclined', 'pm_card_authenticationRequired'],
  file_name: ['houses.json'],
  source: ['test', 'sample'],
  jpy_per_usd: ['150'],
  categories: ['house,land'],
  search: ['ana', 'house 丹波'],
  action: ['user.update'],
  from: ['2026-01-01'],
  to: ['2026-12-31'],
  prefecture: ['hyogo', '兵庫県'],
  city: ['丹波市'],
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
  link: ['https://example.jp/2', 'ftp://example.jp'],
}

/** Requests to `endpoint` of somebody who is signed in by `token`. */
export function requestsTo(endpoint: Endpoint, token: string | null, known: Known) {
  const valid = validFields(endpoint, known)
  const send = (drafts: fc.Arbitrary<Draft>) =>
    drafts.map((draft) => toRequest(endpoint, token, draft))
  return {
    valid: send(valid.map((fields) => ({ how: 'valid', fields }))),
    hostile: send(valid.chain((fields) => mutilated(endpoint, fields))),
    /** A value for each field in turn that every language on the way reads something into. */
    polyglot: fieldsOf(endpoint).map((name) =>
      send(valid.map((fields) => withField(fields, name, POLYGLOT))),
    ),
  }
}

/** Requests to `endpoint` of which nothing is wrong. */
export function validFields(endpoint: Endpoint, known: Known): fc.Arbitrary<Fields> {
  return fc.oneof(
    ...shapesOf(endpoint.input).map((shape) =>
      fc
        .tuple(
          ...Object.entries(shape).map(([name, schema]) =>
            validValue(endpoint, name, schema, known).map((value) => [name, value] as const),
          ),
        )
        .map((fields) => fields.filter(([, value]) => value !== undefined) as Fields),
    ),
  )
}

function shapesOf(schema: z.ZodMiniType): Record<string, z.ZodMiniType>[] {
  const { def } = (schema as unknown as Inner)._zod
  if (def.type === 'object') return [def.shape ?? {}]
  if (def.type === 'union') return (def.options ?? []).flatMap(shapesOf)
  throw new Error('The input is no object')
}

/** What zod knows of a schema. */
interface Inner {
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
  known: Known,
): fc.Arbitrary<unknown> {
  const { def } = (schema as unknown as Inner)._zod
  const of = (inner: z.ZodMiniType | undefined) =>
    validValue(endpoint, name, inner ?? z.never(), known)
  switch (def.type) {
    case 'optional':
    case 'default':
      return fc.oneof(fc.constant(undefined), of(def.innerType))
    case 'pipe':
      return TEXTS[name] ? fc.constantFrom(...TEXTS[name]) : of(def.in)
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries ?? {}))
    case 'literal':
      return fc.constantFrom(...(def.values ?? []))
    case 'boolean':
      return fc.boolean()
    case 'file':
      return fc.constantFrom(...known.pictures)
    case 'union':
      // A number in a query string.
      return fc.integer({ min: 1, max: 100 }).map(String)
    default:
      return fc.constantFrom(...textsFor(endpoint, name, known))
  }
}

function textsFor({ path }: Endpoint, name: string, { importId, caller }: Known) {
  if (name === 'id') {
    if (/^\/(users|subscriptions)/.test(path))
      return [caller, caller, NEIGHBOUR, ...PEOPLE, 'nobody']
    if (path.startsWith('/imports')) return [importId, importId, 'no-import']
    return [...LISTINGS, 'nowhere']
  }
  const texts = TEXTS[name]
  if (!texts) throw new Error(`What is a valid ${name}? Say so in TEXTS`)
  return texts
}

function fieldsOf({ input }: Endpoint) {
  return Object.keys(Object.assign({}, ...shapesOf(input)))
}

function mutilated(endpoint: Endpoint, fields: Fields): fc.Arbitrary<Draft> {
  const names = fieldsOf(endpoint)
  const asIs = { weight: 7, arbitrary: fc.constant<Draft>({ how: 'valid', fields }) }
  const inField = names.length > 0 ? [{ weight: 8, arbitrary: hostileField(names, fields) }] : []
  const left = fields.length > 0 ? [{ weight: 1, arbitrary: leftOut(fields) }] : []
  const bodies = hasFields(endpoint) || endpoint.encoding ? 2 : 0
  return fc.oneof(
    asIs,
    ...inField,
    ...left,
    { weight: 2, arbitrary: extraField(fields) },
    { weight: 2, arbitrary: claim(fields) },
    { weight: 1, arbitrary: strayQuery(names, fields) },
    { weight: 1, arbitrary: hostileHeaders(fields) },
    { weight: bodies, arbitrary: hostileBody(fields) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD')
        .filter((method) => method !== endpoint.method)
        .map((method) => ({ how: `by ${method}`, fields, method })),
    },
  )
}

function hostileField(names: string[], fields: Fields) {
  return fc
    .tuple(fc.constantFrom(...names), hostileValue)
    .map(([name, value]) => withField(fields, name, value))
}

function withField(fields: Fields, name: string, value: unknown): Draft {
  const others = fields.filter(([other]) => other !== name)
  return { how: `${name} is ${show(value)}`, fields: [...others, [name, value]] }
}

function leftOut(fields: Fields) {
  return fc.constantFrom(...fields).map(
    (left): Draft => ({
      how: `without ${left[0]}`,
      fields: fields.filter((field) => field !== left),
    }),
  )
}

function extraField(fields: Fields) {
  const known = fields.map(([name]) => name)
  const name = known.length > 0 ? fc.oneof(hostileName, fc.constantFrom(...known)) : hostileName
  return fc.tuple(name, fc.oneof(hostileValue, fc.constantFrom('admin', 'true', '1'))).map(
    ([name, value]): Draft => ({
      how: `with also ${show(name)}: ${show(value)}`,
      fields: [...fields, [name, value]],
    }),
  )
}

/** What somebody would like to be. */
const CLAIMED: Fields = Object.entries({
  ...{ role: 'admin', is_admin: true, user_id: NEIGHBOUR, id: NEIGHBOUR },
  ...{ status: 'active', plan: 'premium', ends_at: '2099-12-31T00:00:00Z' },
})

function claim(fields: Fields) {
  return fc
    .constantFrom(...CLAIMED)
    .map(([name, value]) => ({ ...withField(fields, name, value), how: `that claims ${name}` }))
}

const STRAY = [
  'a=1&a=2',
  '__proto__[role]=admin',
  'constructor=1',
  '%',
  '%ff',
  '%ed%a0%80=%zz',
  '=&=&',
]

function strayQuery(names: string[], fields: Fields) {
  const named = fc
    .tuple(fc.constantFrom('role', 'user_id', ...names), hostileText)
    .map(([name, value]) => `${name}=${encode(value)}`)
  return fc
    .oneof(fc.constantFrom(...STRAY), named)
    .map((query): Draft => ({ how: `asked ?${show(query)}`, fields, query }))
}

const HEADERS: Record<string, string>[] = [
  ...[
    '',
    'Bearer',
    'Bearer null',
    'Bearer undefined',
    'Basic YTpi',
    `Bearer ${'a'.repeat(10_000)}`,
  ].map((authorization) => ({ authorization })),
  ...['Bearer \xff\xfe', "Bearer ' or 1=1 --", 'Bearer %00', 'Bearer a, Bearer b'].map(
    (authorization) => ({ authorization }),
  ),
  { 'x-forwarded-for': '127.0.0.1, ::1, nonsense' },
  { 'x-http-method-override': 'DELETE' },
  { 'user-agent': `\xff<script>${'a'.repeat(5000)}` },
  { 'accept-encoding': 'br;q=nonsense, \xff, *;q=-1' },
  { 'if-none-match': `W/"${'a'.repeat(5000)}"` },
  { 'content-length': '999999999999' },
  { origin: 'null', host: 'evil.example', referer: 'javascript:alert(1)' },
  { range: 'bytes=0-18446744073709551615' },
  { cookie: 'token=x; __proto__=y', 'x-request-id': "' or 1=1" },
]

function hostileHeaders(fields: Fields) {
  return fc
    .constantFrom(...HEADERS)
    .map((headers): Draft => ({ how: `with ${show(headers)}`, fields, headers }))
}

const TYPES = [
  ...['application/json', 'application/json; charset=utf-16', 'text/plain', 'text/xml', ''],
  ...['application/x-www-form-urlencoded', 'multipart/form-data', 'multipart/form-data; boundary='],
  ...['multipart/form-data; boundary=x', 'application/jsonp', '*/*', 'a'.repeat(5000)],
]
const BODIES = [
  ...[
    '',
    '{',
    '[]',
    'null',
    '"x"',
    '1e309',
    '{"a":1}}',
    '\ufeff{}',
    '<a/>',
    '{"a":',
    '\0',
    'a=1&a=2',
  ],
  ...['['.repeat(20_000) + ']'.repeat(20_000), `${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}`],
  ...[
    '--x\r\n\r\n--x--',
    '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\n../x\r\n--x--',
  ],
  ...[
    'a'.repeat(200_000),
    `{"name":"${'a'.repeat(70_000)}"}`,
    '%',
    '%ff%fe=%zz',
    '_id\n"',
    '[{"_id":',
  ],
  ...['_id,Sale Price\n1,\0\n', `[{"_id":1,"Sale Price Yen":"${'9'.repeat(400)}"}]`],
  ...['[{"_id":"house-1","__proto__":{"a":1},"Remarks":"\\ud800\\u0000"}]'],
]

function hostileBody(fields: Fields) {
  const bytes = fc.uint8Array({ maxLength: 300 }).map((bytes) => new Uint8Array(bytes))
  return fc
    .tuple(fc.constantFrom(...TYPES), fc.oneof(fc.constantFrom(...BODIES), bytes))
    .map(([type, body]): Draft => {
      const how = `${show(body)} as ${show(type)}`
      return { how, fields, body, headers: { 'content-type': type } }
    })
}

function toRequest(endpoint: Endpoint, token: string | null, draft: Draft): HostileRequest {
  const fields = [...draft.fields]
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const at = fields.findIndex(([field]) => field === name)
    const [[, value] = []] = at < 0 ? [] : fields.splice(at, 1)
    return encode(toText(value))
  })
  const inBody = hasFields(endpoint)
  const query = [inBody ? '' : toQuery(fields), draft.query ?? ''].filter(Boolean).join('&')
  const method = draft.method ?? endpoint.method
  const content = inBody ? encodeBody(endpoint, fields) : fileOf(endpoint)
  const carries = method !== 'GET' && method !== 'HEAD'
  const body = carries ? (draft.body ?? content.body) : undefined
  return {
    how: `${method} ${endpoint.path} ${draft.how}`,
    method,
    path: `/v1${path}${query && `?${query}`}`,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(content.type && { 'content-type': content.type }),
      ...draft.headers,
    },
    ...(body !== undefined && { body }),
    texts: [
      ...draft.fields.flatMap(([name, value]) => [name, toText(value)]),
      ...[...new URLSearchParams(draft.query)].flat(),
      ...(typeof body === 'string' ? [body] : []),
      ...Object.values(draft.headers ?? {}),
    ],
  }
}

const FILE = '[{"_id":"house-1","Property Location":"兵庫県丹波市1","Sale Price Yen":1000000}]'

function fileOf({ encoding }: Endpoint): { body?: string; type?: string } {
  return encoding === 'file' ? { body: FILE, type: 'application/octet-stream' } : {}
}

function encodeBody(
  { encoding }: Endpoint,
  fields: Fields,
): { body: string | FormData; type?: string } {
  if (encoding === 'multipart') {
    const form = new FormData()
    for (const [name, value] of fields) {
      if (value instanceof File) form.append(name, value)
      else form.append(name, toText(value))
    }
    return { body: form }
  }
  if (encoding === 'form') {
    return { body: toQuery(fields), type: 'application/x-www-form-urlencoded' }
  }
  const members = fields.map(([name, value]) => `${JSON.stringify(name)}:${encodeJson(value)}`)
  return { body: `{${members.join(',')}}`, type: 'application/json' }
}

function encodeJson(value: unknown) {
  return value instanceof Json ? value.text : JSON.stringify(value)
}

/** Lists as repeated keys, objects in the brackets that some servers read. */
function toQuery(fields: Fields) {
  return fields
    .flatMap(([name, value]) => {
      if (Array.isArray(value)) return value.map((one) => `${encode(name)}=${encode(toText(one))}`)
      if (typeof value === 'object' && value !== null && !(value instanceof Json)) {
        return [`${encode(name)}[a]=${encode(JSON.stringify(value))}`]
      }
      return [`${encode(name)}=${encode(toText(value))}`]
    })
    .join('&')
}

function toText(value: unknown) {
  if (value instanceof Json) return value.text
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** What is encoded already stays so: `%00` is to arrive as a NUL. */
function encode(text: string) {
  const wellFormed = text.replace(/\p{Cs}/gu, '\ufffd')
  return /%[0-9a-f]{2}/i.test(text)
    ? wellFormed.replace(/[^!$%'-;=@-~]/g, encodeURIComponent)
    : encodeURIComponent(wellFormed)
}

function show(value: unknown) {
  const text = value instanceof Json ? value.text : (JSON.stringify(value) ?? 'undefined')
  return text.length > 60 ? `${text.slice(0, 50)}… (${text.length})` : text
}
