import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openBlock, type Row, writeBlock } from '#search/block.ts'

const KINDS = { price: 'number', area: 'number', city: 'choice', id: 'text' } as const
type Kinds = typeof KINDS

const anyNumber = fc.oneof(
  fc.integer({ min: -3, max: 300 }),
  fc.integer({ min: 0, max: 2 ** 40 }),
  fc.nat(100_000).map((hundredths) => hundredths / 100),
  fc.double({ noNaN: true }).map((number) => number + 0),
)
const anyRows = fc.array(
  fc.record<Row<Kinds>>({
    price: fc.option(fc.nat()),
    area: fc.option(anyNumber),
    city: fc.option(fc.constantFrom('西予', 'Seiyo', '')),
    id: fc.option(fc.string({ unit: 'binary' }).map((text) => text.toWellFormed())),
  }),
  { maxLength: 300 },
)

function readRows(bytes: Uint8Array<ArrayBuffer>): Row<Kinds>[] {
  const block = openBlock<Kinds>(bytes)
  const [price, area] = [block.numbers('price'), block.numbers('area')]
  const [city, id] = [block.texts('city'), block.texts('id')]
  return Array.from({ length: block.size }, (_, at) => ({
    price: price(at),
    area: area(at),
    city: city(at),
    id: id(at),
  }))
}

test('a block gives back the rows that were written, and equal rows give equal bytes', () => {
  fc.assert(
    fc.property(anyRows, (rows) => {
      const bytes = writeBlock(KINDS, rows)
      expect(readRows(bytes)).toEqual(rows)
      expect(
        writeBlock(
          KINDS,
          rows.map((row) => ({ ...row })),
        ),
      ).toEqual(bytes)
    }),
    { numRuns: 500 },
  )
})

test('whole numbers and hundredths are stored in few bytes', () => {
  const rows = Array.from({ length: 4096 }, (_, at) => {
    return { price: 5_000_000 + at * 10, area: (at % 600) / 100, city: 'Seiyo', id: null }
  })
  expect(writeBlock(KINDS, rows).length / rows.length).toBeLessThan(2 + 2 + 1 + 1 + 0.2)
})

test('a block cut short is refused', () => {
  const bytes = writeBlock(KINDS, [{ price: 1, area: 2, city: 'Seiyo', id: 'one' }])
  expect(() => readRows(bytes.slice(0, 3))).toThrow(RangeError)
  expect(() => readRows(bytes.slice(0, 30))).toThrow(SyntaxError)
  expect(() => readRows(bytes.slice(0, -8))).toThrow(RangeError)
})
