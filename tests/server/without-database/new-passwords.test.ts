import { expect, test } from 'vitest'
import { findPasswordFault } from '#server/auth/new-passwords.ts'

const EASY = 'This password is easy to guess. Please choose another one.'

test.each([
  ...[
    'iloveyou1',
    'Password1',
    'princess1',
    'chelsea1',
    'jordan23',
    'ashley1',
    'qwerty12',
    'p@ssw0rd',
  ],
  ...['000000', 'abababab', '456789', 'fedcba', 'zzzzzzzzzzzz', 'engawa', 'Akiya123'],
])('the password %s is easy to guess', (password) => {
  expect(findPasswordFault(password, 'user')).toBe(EASY)
})

test.each(['x7#kQ!', 'a long walk home', '屋根の上の月', 'abcdeg', 'abcabd'])(
  'the password %s may be chosen',
  (password) => {
    expect(findPasswordFault(password, 'user')).toBeNull()
  },
)

test('an administrator needs eight characters, a user only six', () => {
  const sentence = "An administrator's password must be at least 8 characters"
  expect(findPasswordFault('x7#kQ!m', 'admin')).toBe(sentence)
  expect(findPasswordFault('x7#kQ!m', 'user')).toBeNull()
  expect(findPasswordFault('x7#kQ!mv', 'admin')).toBeNull()
})

test('a long text is checked in linear time', () => {
  expect(findPasswordFault(`${'ab'.repeat(499)}c`, 'user')).toBeNull()
})
