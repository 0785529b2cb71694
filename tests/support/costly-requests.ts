import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Endpoint } from '#contract/endpoint.ts'

/** Requests that are cheap to send. A careless parser would spend seconds or gigabytes on them. */

export interface CostlyRequest {
  headers?: Record<string, string>
  query?: string
  body?: Iterable<Uint8Array>
  /** The declared length in bytes. Without it, the body is sent in chunks. */
  length?: number
  /** The delay between two pieces of the body, in milliseconds. */
  pause?: number
}

type CreateRequest = (endpoint: Pick<Endpoint, 'encoding'>) => CostlyRequest

/** A size just below the size limit of a request body without a file, in bytes. */
const FIELDS_BYTES = 65_000
/** A size just below the limit of a picture, in bytes. */
const FILE_BYTES = 19_000_000
const CHUNK_BYTES = 64 * 1024

const COMPRESSED = gzipSync(`{"email":"${'a'.repeat(50_000_000)}"}`)

const repeated = (text: string, size = FIELDS_BYTES) =>
  text.repeat(Math.floor(size / Buffer.byteLength(text)))

/** Sends JSON to every endpoint, whatever encoding the endpoint expects. */
const json =
  (make: () => string): CreateRequest =>
  () =>
    whole(make(), 'application/json')

const form =
  (make: () => string): CreateRequest =>
  () =>
    whole(make(), 'application/x-www-form-urlencoded')

function whole(text: string, type: string): CostlyRequest {
  const bytes = Buffer.from(text)
  return { headers: { 'content-type': type }, body: [bytes], length: bytes.length }
}

/**
 * Sends a value in a field that most endpoints have. The endpoint sets the encoding: form or JSON.
 */
const field =
  (value: () => string): CreateRequest =>
  ({ encoding }) =>
    encoding === 'form'
      ? whole(`username=${value()}&password=x`, 'application/x-www-form-urlencoded')
      : whole(`{"email":"${value()}","name":"x"}`, 'application/json')

/** A multipart form that starts with `start` and repeats `more` without ever ending. */
const multipart =
  (start: string, more: string, boundary = 'x'): CreateRequest =>
  () => ({
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: pieces(start, more),
    length: FILE_BYTES,
  })

function* pieces(start: string, more: string) {
  const piece = Buffer.from(repeated(more, CHUNK_BYTES))
  let left = FILE_BYTES - start.length
  yield Buffer.from(start)
  for (; left > piece.length; left -= piece.length) yield piece
  yield piece.subarray(0, left)
}

/** Yields one byte per chunk. */
function* byteByByte(text: string) {
  for (const byte of Buffer.from(text)) yield Buffer.of(byte)
}

const PART = 'Content-Disposition: form-data; name='
const FILE = `--x\r\n${PART}"file"; filename="me.jpg"\r\n\r\n`
const LONG = 'a'.repeat(70)

function keys(count: number, name: (index: number) => string) {
  return `{${Array.from({ length: count }, (_, index) => `"${name(index)}":1`).join(',')}}`
}

export const COSTLY: Record<string, CreateRequest> = {
  'many keys': json(() => keys(6000, (index) => `k${index}`)),
  'keys that are numbers': json(() => keys(5000, (index) => String(index * 65_536))),
  'one key many times': json(() => keys(10_000, () => 'a')),
  'keys of prototypes': json(() => keys(4000, () => '__proto__')),
  'a long key': json(() => `{"${repeated('k')}":1}`),
  'deep lists': json(() => '['.repeat(32_000) + ']'.repeat(32_000)),
  'deep objects': json(() => `${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}`),
  'a deep value of a field': json(() => `{"email":${'['.repeat(30_000)}${']'.repeat(30_000)}}`),
  'a long text': field(() => repeated('a', 60_000)),
  'a long address': field(() => `${repeated('a.', 30_000)}@${repeated('a.', 30_000)}`),
  'accents out of order': field(() => `a${'\u0315'.repeat(15_000)}${'\u0300'.repeat(14_000)}`),
  'characters of many': field(() => repeated('\ufdfa', 60_000)),
  'spaces around nothing': field(() => repeated(' ', 60_000)),
  'escaped characters': field(() => repeated('\\u0041', 60_000)),
  'lone surrogates': field(() => repeated('\\ud800', 60_000)),
  'quotes that are escaped': field(() => repeated('\\"', 60_000)),
  'a number of 60,000 digits': json(() => `{"email":${repeated('9')}}`),
  'many numbers': json(() => `{"email":[${repeated('1e308,', 60_000)}1]}`),
  'white space': json(() => `${repeated(' \n\t')}{}`),
  'a text without an end': json(() => `{"a":"${repeated('\\\\')}`),
  'texts beside texts': json(() => `{"email":[${repeated('"a",')}"a"]}`),
  'many fields of a form': form(() => repeated('a=&')),
  'a form of escapes': form(() => `username=${repeated('%25', 60_000)}&password=x`),
  'a form of broken escapes': form(() => `username=${repeated('%', 60_000)}`),
  'a form of separators': form(() => repeated('&=')),
  'one byte at a time': () => ({
    headers: { 'content-type': 'application/json' },
    body: byteByByte(`{"email":"${repeated('a', 60_000)}"}`),
  }),
  'a picture of one byte at a time': () => ({
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: byteByByte(FILE + repeated('a', 1_000_000)),
  }),
  'a gzip bomb': () => ({
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: [COMPRESSED],
    length: COMPRESSED.length,
  }),
  'a length that is not true': () => ({
    headers: { 'content-type': 'application/json' },
    body: [Buffer.from('{"email":"')],
    length: 60_000,
  }),
  'a slow body': () => ({
    headers: { 'content-type': 'application/json' },
    body: byteByByte('{"email":"a@example.com"}'),
    length: 60_000,
    pause: 300,
  }),
  'a slow picture': () => ({
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: [Buffer.from(FILE), ...Array.from({ length: 10 }, () => randomBytes(CHUNK_BYTES))],
    length: FILE_BYTES,
    pause: 300,
  }),
  'empty parts': multipart('--x', '\r\n\r\n\r\n--x'),
  'many fields in parts': multipart('--x', `\r\n${PART}"a"\r\n\r\n\r\n--x`),
  'many files': multipart('--x', `\r\n${PART}"file"; filename="a"\r\n\r\n\r\n--x`),
  'a long header of a part': multipart(`--x\r\n${PART}"`, 'a'),
  'a name of %22': multipart(`--x\r\n${PART}"`, '%22'),
  'many headers of a part': multipart('--x\r\n', 'A: b\r\n'),
  'a long preamble': multipart('', 'nothing\r\n'),
  'almost a boundary': multipart(FILE, '\r\n--y'),
  'almost a long boundary': multipart(
    FILE.replace('--x', `--${LONG}`),
    `\r\n--${LONG.slice(0, -1)}`,
    LONG,
  ),
  'a boundary of what the file is made of': multipart(FILE.replace('--x', `--${LONG}`), 'a', LONG),
  'a file of line ends': multipart(FILE, '\r\n'),
  'a long epilogue': multipart(`${FILE}a\r\n--x--`, 'a'),
  'a boundary of 15 KB': multipart('', 'a', 'a'.repeat(15_000)),
  'a query of many keys': () => ({ query: repeated('a=1&', 14_000) }),
  'a query of escapes': () => ({ query: `search=${repeated('%CC%95%CC%80', 14_000)}` }),
  'many headers': () => ({
    headers: Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`x-${index}`, 'a'])),
  }),
  ...Object.fromEntries(
    [
      ['accept-encoding', 'br;q=0.1,', 'a;'],
      ['if-none-match', 'W/"a",', ' '],
      ['cookie', 'a=b;', '='],
      ['x-forwarded-for', '1.1.1.1,', ':'],
      ['user-agent', 'Mozilla/5.0 (', ';'],
      ['content-type', 'application/json; a=', ' '],
      ['stripe-signature', 'v1=a,', 't=1,'],
    ].map(([name = '', ...texts]): [string, CreateRequest] => [
      `a long ${name}`,
      () => ({ headers: { [name]: texts.map((text) => repeated(text, 7000)).join('') } }),
    ]),
  ),
}
