import fc from 'fast-check'
import { type Endpoint, hasFields } from '#contract/endpoint.ts'
import { hostileName, hostileText, hostileValue, Json, POLYGLOT } from './hostile-values.ts'
import { type Draft, encode, toRequest } from './request-drafts.ts'
import { NEIGHBOUR } from './target-server.ts'
import { type Fields, fieldsOf, type TestData, validFields } from './valid-fields.ts'

/** Generates requests to `endpoint`, signed in with `token`. */
export function requestsTo(endpoint: Endpoint, token: string | null, testData: TestData) {
  const valid = validFields(endpoint, testData)
  const file = fc.constantFrom(...testData.pictures)
  const send = (drafts: fc.Arbitrary<Draft>) =>
    fc.tuple(drafts, file).map(([draft, file]) => toRequest(endpoint, token, { file, ...draft }))
  return {
    valid: send(valid.map((fields) => ({ description: 'valid', fields }))),
    hostile: send(valid.chain((fields) => mutated(endpoint, fields))),
    /** Puts a value with syntax of many languages into each field in turn. */
    polyglot: fieldsOf(endpoint).map((name) =>
      send(valid.map((fields) => withField(fields, name, POLYGLOT))),
    ),
  }
}

function mutated(endpoint: Endpoint, fields: Fields): fc.Arbitrary<Draft> {
  const names = fieldsOf(endpoint)
  const unchanged = { weight: 7, arbitrary: fc.constant<Draft>({ description: 'valid', fields }) }
  const inField = names.length > 0 ? [{ weight: 8, arbitrary: hostileField(names, fields) }] : []
  const left = fields.length > 0 ? [{ weight: 1, arbitrary: withoutField(fields) }] : []
  const bodies = hasFields(endpoint) || endpoint.encoding ? 2 : 0
  return fc.oneof(
    unchanged,
    ...inField,
    ...left,
    { weight: 2, arbitrary: extraField(fields) },
    { weight: 2, arbitrary: privilegedField(fields) },
    { weight: 1, arbitrary: strayQuery(names, fields) },
    { weight: 1, arbitrary: hostileHeaders(fields) },
    { weight: bodies, arbitrary: hostileBody(fields) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD')
        .filter((method) => method !== endpoint.method)
        .map((method) => ({ description: `by ${method}`, fields, method })),
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
  return { description: `${name} is ${show(value)}`, fields: [...others, [name, value]] }
}

function withoutField(fields: Fields) {
  return fc.constantFrom(...fields).map(
    (left): Draft => ({
      description: `without ${left[0]}`,
      fields: fields.filter((field) => field !== left),
    }),
  )
}

function extraField(fields: Fields) {
  const known = fields.map(([name]) => name)
  const name = known.length > 0 ? fc.oneof(hostileName, fc.constantFrom(...known)) : hostileName
  return fc.tuple(name, fc.oneof(hostileValue, fc.constantFrom('admin', 'true', '1'))).map(
    ([name, value]): Draft => ({
      description: `with also ${show(name)}: ${show(value)}`,
      fields: [...fields, [name, value]],
    }),
  )
}

/** Fields with which an attacker would claim rights. */
const PRIVILEGED_FIELDS: Fields = Object.entries({
  ...{ role: 'admin', is_admin: true, user_id: NEIGHBOUR, id: NEIGHBOUR },
  ...{ status: 'active', plan: 'premium', ends_at: '2099-12-31T00:00:00Z' },
})

function privilegedField(fields: Fields) {
  return fc.constantFrom(...PRIVILEGED_FIELDS).map(([name, value]) => ({
    ...withField(fields, name, value),
    description: `that sets ${name}`,
  }))
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
  const knownNames = fc
    .tuple(fc.constantFrom('role', 'user_id', ...names), hostileText)
    .map(([name, value]) => `${name}=${encode(value)}`)
  return fc
    .oneof(fc.constantFrom(...STRAY), knownNames)
    .map((query): Draft => ({ description: `asked ?${show(query)}`, fields, query }))
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
    .map((headers): Draft => ({ description: `with ${show(headers)}`, fields, headers }))
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
      const description = `${show(body)} as ${show(type)}`
      return { description, fields, body, headers: { 'content-type': type } }
    })
}

function show(value: unknown) {
  const text = value instanceof Json ? value.text : (JSON.stringify(value) ?? 'undefined')
  return text.length > 60 ? `${text.slice(0, 50)}… (${text.length})` : text
}
