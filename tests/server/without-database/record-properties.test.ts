import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readLinksRecord } from '#server/imports/reading/records/links.ts'
import { toStorable } from '#server/imports/reading/records/sanitize-record.ts'
import { readSpecRecord, SPEC_COLUMNS } from '#server/imports/reading/records/spec.ts'
import { houseRecord, TODAY } from '#tests/support/imports.ts'
import { valueText } from '#tests/support/value-texts.ts'

const context = { source: 'test', asOf: null, now: TODAY, jpyPerUsd: 150, rents: false }
/**
 * Generates any value, including values that JSON cannot express and names of built-in properties.
 */
const values = fc.oneof(
  valueText,
  fc.anything(),
  fc.double(),
  fc.constantFrom(null, true, -0, Number.POSITIVE_INFINITY),
)
const names = fc.oneof(
  fc.constantFrom(...SPEC_COLUMNS, '__proto__', 'constructor', 'City', 'Remarks'),
  fc.string({ unit: 'binary', maxLength: 10 }),
)

describe('when a record is parsed', () => {
  test('an imported record with any values becomes a valid listing, or is rejected with a reason', () => {
    fc.assert(
      fc.property(fc.dictionary(names, values), (fields) => {
        for (const reading of [
          readSpecRecord({ ...houseRecord(), ...fields }, context),
          readSpecRecord(fields, context),
          readLinksRecord(fields, context, ['house']),
        ]) {
          if (reading.kind === 'rejected') expect(reading.problem.reason).toMatch(/^\w+ .+/)
          if (reading.kind !== 'listing') continue
          const { priceYen, priceCents, buildingArea, landArea, constructionYear } = reading.listing
          expect(constructionYear).not.toBe(0)
          // A price of zero gives a house away.
          for (const whole of [priceYen, priceCents, constructionYear]) {
            expect(whole === null || (Number.isSafeInteger(whole) && whole >= 0)).toBe(true)
          }
          for (const area of [buildingArea, landArea]) {
            expect(area === null || (area >= 0.01 && area <= 1e8)).toBe(true)
          }
          // PostgreSQL cannot store NUL characters and lone surrogates.
          expect(JSON.stringify(reading.listing)).not.toMatch(/\\u(0000|d[89a-f])/)
        }
      }),
    )
  })

  test('an imported record with any values can be stored unchanged, or is rejected as too deeply nested', () => {
    fc.assert(
      fc.property(
        fc.dictionary(names, fc.jsonValue({ maxDepth: 30, noUnicodeString: false })),
        (fields) => {
          const storable = toStorable(fields)
          if (!storable) return
          expect(storable.json).not.toMatch(/\\u(0000|d[89a-f])/)
          expect(toStorable(storable.record)).toEqual(storable)
        },
      ),
    )
  })
})
