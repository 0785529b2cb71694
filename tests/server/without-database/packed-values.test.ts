import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packNumbers } from '#search/packed-numbers.ts'
import { packTexts } from '#search/packed-texts.ts'

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('', 'ozu', 'é', '\uFEFFozu', '𠮷野'),
)

test('packed texts are read back by their index', () => {
  fc.assert(
    fc.property(fc.array(anyText), (texts) => {
      const packed = packTexts(texts)
      expect(texts.map((_, index) => packed.at(index))).toEqual(texts)
    }),
  )
})

test('packed numbers keep every value', () => {
  const anyNumber = fc.oneof(fc.double(), fc.float(), fc.integer(), fc.constant(Number.NaN))
  fc.assert(
    fc.property(fc.array(anyNumber), (numbers) => {
      // `toEqual` tells 0 from -0, and finds NaN equal to NaN.
      expect([...packNumbers(Float64Array.from(numbers))]).toEqual(numbers)
    }),
  )
})

test('numbers that need four bytes take four bytes', () => {
  const small = Float64Array.of(5_800_000, -0.5, Number.NaN)
  expect(packNumbers(small).BYTES_PER_ELEMENT).toBe(4)
  expect(packNumbers(Float64Array.of(102.48)).BYTES_PER_ELEMENT).toBe(8)
})
