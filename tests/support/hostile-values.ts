import fc from 'fast-check'
import { emailOf, LISTINGS, PASSWORD, PEOPLE } from './target-server.ts'

/** JSON that JavaScript would not produce: `1e309`, `-0`, duplicate field names. */
export class Json {
  constructor(readonly text: string) {}
}

const deep = (open: string, close: string, levels: number) =>
  new Json(`${open.repeat(levels)}1${close.repeat(levels)}`)

const NON_STRINGS: unknown[] = [
  ...[null, true, false, 0, 1, -1, 1.5, 2 ** 53, [], {}, ['x'], [['x']], { toString: 'x' }],
  ...['-0', '1e309', '-1e309', '9007199254740993', '1'.repeat(400), '1E-400'].map(toJson),
  ...['{"__proto__":{"role":"admin"}}', '{"constructor":{"prototype":{}}}', '{"$ne":""}'].map(
    toJson,
  ),
  ...['{"length":1e9}', '{"a":1,"a":2}', '["a@example.com","b@example.com"]'].map(toJson),
  ...[deep('[', ']', 5), deep('[', ']', 3000), deep('{"a":', '}', 3000)],
]

function toJson(text: string) {
  return new Json(text)
}

const UNSTORABLE = [
  ...['\0', 'Ana\0', '\ud800', 'a\udfff', '\ufffe\uffff', '\u{10ffff}'],
  ...['\u202e\u2066abc', '\u200b', '\u3164', '\ufeffAna', 'A\u0301'.repeat(300), '👩\u200d👧'],
]
const LONG_TEXTS = [
  'a'.repeat(200_000),
  'a'.repeat(50_000),
  'é'.repeat(20_000),
  ' '.repeat(60_000),
  '('.repeat(9000),
]
const INJECTIONS = [
  ...[
    "' or 1=1 --",
    "'; drop table users; --",
    "') union select 1 --",
    '" or ""="',
    "\\'",
    '$1',
    '$$',
  ],
  ...['%', '_', '%%%', '\\', '\\%', '*', 'a*', ':*', '!!', '&|', '<->', "'::text", '{}', '{a,b}'],
  ...['<img src=x onerror=alert(1)>', 'javascript:alert(1)', '{{7*7}}', '=1+1', '(a+)+$'],
  ...[
    'Ana\r\nBcc: ben@example.com',
    'a\nb',
    '../../etc/passwd',
    '..%2f..%2fetc',
    '%00',
    '%2e%2e%2f',
    '%zz',
    '%ff',
    '%ed%a0%80',
  ],
  ...['/etc/passwd', 'file:///etc/passwd', 'http://169.254.169.254/', '//evil.example', '.', '..'],
  ...['[object Object]', '__proto__', 'constructor', 'toString', 'null', 'undefined', 'true', '[]'],
]
const NUMBERS = [
  ...[
    '0',
    '-0',
    '-1',
    '1.5',
    '1e1',
    '1e309',
    'NaN',
    'Infinity',
    '0x10',
    '1_000',
    '१',
    '７',
    '١٢٣٤٥٦',
  ],
  ...[
    '2147483648',
    '-2147483649',
    '9223372036854775808',
    '10000001',
    '999999999999999',
    '0.000000001',
  ],
  ...[
    '１３５２４６',
    '1億',
    '999999億円',
    '0円',
    '-580万円',
    '580万円〜600万円',
    '1'.repeat(400),
    '100000001㎡',
  ],
]
const DATES = [
  ...['2026-02-30', '2026-13-01', '0000-00-00', '9999-12-31', '1969-12-31', '+275760-09-13'],
  ...['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '9999-12-31T23:59:59-14:00', '-000001-01-01'],
  ...[
    '2026-06-30T23:59:60Z',
    '2026-01-01T00:00:00+99:99',
    '令和999年',
    '昭和0年',
    '築999年',
    'July 9999',
  ],
]
/** Values that belong to other people, or look as if they did. */
const FOREIGN = [
  ...[...PEOPLE, ...PEOPLE.map(emailOf), ...PEOPLE.map((id) => emailOf(id).toUpperCase())],
  ...[
    ...LISTINGS,
    'nowhere',
    PASSWORD,
    'admin',
    'active',
    'premium',
    'ａｎａ＠ｅｘａｍｐｌｅ．ｃｏｍ',
  ],
]

/** A text that ends a string and starts a comment, pattern, tag or template in many languages. */
export const POLYGLOT = `'"\\%_*;--<b>\${7*7}{{7}}`

/** Texts that attackers might send, and texts that are hard to store or to parse. */
export const hostileText = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...INJECTIONS, ...NUMBERS, ...DATES) },
  { weight: 3, arbitrary: fc.constantFrom(...UNSTORABLE, ...LONG_TEXTS, '', ' ') },
  { weight: 3, arbitrary: fc.constantFrom(...FOREIGN) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 120 }) },
  { weight: 1, arbitrary: fc.double().map(String) },
)

/** A value of a random type, which is often not the type that the field expects. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: hostileText },
  { weight: 1, arbitrary: fc.constantFrom(...NON_STRINGS) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)

/** Field names that no input has: prototype properties, and fields that only the server sets. */
export const hostileName = fc.constantFrom(
  ...[
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'then',
    '',
    '\0',
    '[]',
  ],
  ...[
    'role',
    'is_admin',
    'is_blocked',
    'user_id',
    'id',
    'ends_at',
    'status',
    'plan',
    'password_hash',
  ],
  ...['stripe_customer_id', 'created_at', 'email[]', 'a'.repeat(5000), '\ud800', '../x'],
)
