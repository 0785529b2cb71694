import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createIdIndex } from '#search/id-index.ts'

/** Two texts with the same FNV-1a hash. */
const COLLIDING = ['costarring', 'liquid']

const encode = (text: string) => new TextEncoder().encode(text)

test('each id is found in its row, and no other id is', () => {
  const id = fc.oneof(fc.string(), fc.constantFrom(...COLLIDING))
  fc.assert(
    fc.property(fc.uniqueArray(id), fc.uniqueArray(id), fc.nat(3), (ids, others, gaps) => {
      const index = createIdIndex(ids.length * (gaps + 1))
      for (const [at, id] of ids.entries()) index.add(encode(id), at * (gaps + 1))
      for (const id of [...ids, ...others, ...COLLIDING]) {
        const at = ids.indexOf(id)
        const found = index.find(id, (row) => ids[row / (gaps + 1)] ?? null)
        expect(found).toBe(at < 0 ? undefined : at * (gaps + 1))
      }
    }),
  )
})

test('of two ids with the same hash, each is found', () => {
  const index = createIdIndex(2)
  for (const [row, id] of COLLIDING.entries()) index.add(encode(id), row)
  expect(COLLIDING.map((id) => index.find(id, (row) => COLLIDING[row] ?? null))).toEqual([0, 1])
})
