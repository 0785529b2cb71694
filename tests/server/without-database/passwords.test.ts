import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { hashPassword, isOutdated, verifyPassword } from '#server/auth/passwords.ts'

test('a password is stored as an argon2id hash of the recommended cost (check 2)', async () => {
  const passwordHash = await hashPassword('a long walk home')
  expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verifyPassword(passwordHash, 'a long walk home')).toBe(true)
  expect(await verifyPassword(passwordHash, 'a long walk hom')).toBe(false)
})

test('a password is accepted in every Unicode form that keyboards produce', async () => {
  const passwordHash = await hashPassword('caf\u00e9 １２３')
  expect(await verifyPassword(passwordHash, 'cafe\u0301 123')).toBe(true)
})

test('a password check computes a hash even if no hash is stored, so both cases take the same time (check 1)', async () => {
  const order: string[] = []
  const others = Array.from({ length: 4 }, () =>
    hashPassword('a long walk home').then(() => order.push('other')),
  )
  const nobody = verifyPassword(undefined, 'a long walk home').then((matches) => {
    order.push('nobody')
    return matches
  })
  await Promise.all([...others, nobody])
  expect(await nobody).toBe(false)
  // If `verifyPassword(undefined, …)` computed no hash, this call would finish first.
  expect(order.indexOf('nobody')).toBeGreaterThan(0)
})

test('a password hash is outdated if its memory cost or time cost is too low', async () => {
  expect(isOutdated(await hash('a long walk home', { memoryCost: 4096 }))).toBe(true)
  expect(isOutdated(await hash('a long walk home', { timeCost: 1 }))).toBe(true)
  expect(isOutdated(await hashPassword('a long walk home'))).toBe(false)
})
