import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Email, Name, NewPassword, Password, ResetCode } from '#contract/fields.ts'
import { Id, queryNumber } from '#contract/values.ts'

/** Any text that JavaScript can hold, including lone surrogates and control characters. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
)

/** The error message that a person reads for `value`, or null if the value is valid. */
function errorMessage(schema: z.ZodMiniType, value: unknown) {
  const result = z.safeParse(schema, value)
  return result.success ? null : (result.error.issues[0]?.message ?? '')
}

test.each([
  ['  Ana Prieto ', 'Ana Prieto'],
  ['Zoe\u0308', 'Zo\u00eb'],
  ['森 はるか', '森 はるか'],
  ["O'Brien-<Smith> & Co.", "O'Brien-<Smith> & Co."],
  ['نگار\u200cزاده', 'نگار\u200cزاده'],
  ['👩\u200d👧', '👩\u200d👧'],
])('the name %j is stored as %j', (text, kept) => {
  expect(z.parse(Name, text)).toBe(kept)
})

test.each([
  ['nothing', '', 'Name is required'],
  ['spaces', ' \t\u3000 ', 'Name is required'],
  ['invisible characters', '\u200b\u2060\u3164', 'Name is required'],
  ['a number', 7, 'Name is required'],
  ['a list', ['Ana'], 'Name is required'],
  ['a NUL', 'Ana\0', 'Name contains characters that cannot be shown'],
  ['a new line', 'Ana\r\nBcc: all', 'Name contains characters that cannot be shown'],
  ['a line separator', 'Ana\u2028Ben', 'Name contains characters that cannot be shown'],
  ['half of a surrogate pair', 'Ana\ud800', 'Name contains characters that cannot be shown'],
  [
    'a mark that reverses the text direction',
    'Ana\u202egnp',
    'Name contains characters that cannot be shown',
  ],
  ['101 characters', 'a'.repeat(101), 'Name must be at most 100 characters'],
])('a name cannot be %s (checks 37, 57)', (_, text, sentence) => {
  expect(errorMessage(Name, text)).toBe(sentence)
})

test('any accepted name can be stored and shown (check 37)', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const { success, data } = z.safeParse(Name, text)
      if (!success) return
      expect(data).toBe(data.trim().normalize('NFC'))
      expect(data).not.toMatch(/[\p{Cc}\p{Cs}]/u)
      expect(data.length).toBeLessThanOrEqual(100)
    }),
  )
})

test.each([
  [' Ana@Example.COM ', 'ana@example.com'],
  ['ａｎａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'ana@example.com'],
  ['ana+akiya@mail.example.co.jp', 'ana+akiya@mail.example.co.jp'],
  ["o'brien@example.ie", "o'brien@example.ie"],
  ['はるか@例え.jp', 'はるか@例え.jp'],
])('the e-mail address %j is stored as %j', (text, kept) => {
  expect(z.parse(Email, text)).toBe(kept)
})

test('an e-mail address is required', () => {
  expect([
    errorMessage(Email, ''),
    errorMessage(Email, '  '),
    errorMessage(Email, undefined),
  ]).toEqual(Array(3).fill('Email is required'))
})

test.each([
  'ana',
  'ana@',
  '@example.com',
  'ana@example',
  'ana@example..com',
  'ana@@example.com',
  'ana prieto@example.com',
  'ana@example.com, ben@example.com',
  'Ana <ana@example.com>',
  'ana@example.com\nBcc: ben@example.com',
  'ana\0@example.com',
  'ana\u200b@example.com',
  'ana\ud800@example.com',
  `${'a'.repeat(250)}@example.com`,
])('%j is not accepted as an e-mail address (check 20)', (text) => {
  expect(errorMessage(Email, text)).toBe('Email is invalid')
})

test('an e-mail address that the schema has normalized is not changed when parsed again', () => {
  const address = fc
    .tuple(fc.string({ unit: 'binary', minLength: 1 }), fc.string({ unit: 'binary', minLength: 1 }))
    .map(([local, domain]) => `${local}@${domain}.jp`)
  fc.assert(
    fc.property(address, (text) => {
      const { success, data } = z.safeParse(Email, text)
      if (success) expect(z.parse(Email, data)).toBe(data)
    }),
  )
})

test.each([
  ['', 'Password is required'],
  ['12345', 'Password must be at least 6 characters'],
  ['x'.repeat(1001), 'Password must be at most 1000 characters'],
])('the password %.10s… is refused', (password, sentence) => {
  expect(errorMessage(NewPassword, password)).toBe(sentence)
})

test('six characters are enough for a new password, and signing in with an existing common password is still possible', () => {
  expect(errorMessage(NewPassword, 'x7#kQ!')).toBeNull()
  expect(errorMessage(Password, '123456')).toBeNull()
  expect(errorMessage(Password, '')).toBe('Password is required')
})

test.each(['12345', '1234567', '12345a', ' 123456', '123456\n', '１２３４５６', '١٢٣٤٥٦', 123456])(
  '%j is not accepted as a reset code (check 17)',
  (code) => {
    expect(errorMessage(ResetCode, code)).toBe('Enter the 6-digit code sent to your email.')
  },
)

test.each(['', '.'.repeat(65), 'a/b', 'a b', '\0', 'é', "' or 1=1"])(
  '%j is not a valid id (check 32)',
  (id) => {
    expect(errorMessage(Id, id)).toBe('The id is not valid')
  },
)

const Page = queryNumber('Page', { min: 1, max: 100, integer: true })
const Area = queryNumber('Area', { min: 0, max: 1000 })

test.each([
  { schema: Page, text: '7', value: 7 },
  { schema: Page, text: 7, value: 7 },
  { schema: Page, text: '007', value: 7 },
  { schema: Area, text: '98.54', value: 98.54 },
  { schema: Area, text: '0', value: 0 },
])('$text in a query is the number $value', ({ schema, text, value }) => {
  expect(z.parse(schema, text)).toBe(value)
})

const INVALID_PAGE = 'Page must be a whole number from 1 to 100'

test.each(
  // biome-ignore format: one word each
  ['', ' 7', '1e1', '0x10', 'NaN', 'Infinity', '1e309', '7.5', '0', '101', '-1', '--1', '1.', '７'],
)('the page number cannot be the text %j (check 34)', (text) => {
  expect(errorMessage(Page, text)).toBe(INVALID_PAGE)
})

test.each([{ value: null }, { value: true }, { value: [7] }, { value: {} }, { value: Number.NaN }])(
  '$value is not a valid page number',
  ({ value }) => {
    expect(errorMessage(Page, value)).toBe(INVALID_PAGE)
  },
)

test('a number in a query is refused if it is out of bounds (check 34)', () => {
  const almostNumbers = fc.stringMatching(/^[-+0-9.eExXn ]{0,20}$/)
  fc.assert(
    fc.property(fc.oneof(almostNumbers, anyText, fc.double().map(String)), (text) => {
      const { success, data } = z.safeParse(Area, text)
      if (success) expect(data >= 0 && data <= 1000).toBe(true)
    }),
  )
})
