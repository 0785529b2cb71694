import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseArea } from '#normalise/area.ts'
import { parsePrice, toMoney } from '#normalise/price.ts'

/**
 * Amounts have many notations, and parsing them is fast, so this property runs more often than by
 * default.
 */
fc.configureGlobal({ numRuns: 1000 })

const yen = fc.integer({ min: 1, max: 1_500_000 }).map((man) => man * 10_000)

test('a price is read as the same amount in every notation', () => {
  fc.assert(
    fc.property(yen, (amount) => {
      const man = amount / 10_000
      const [oku, rest] = [Math.floor(man / 10_000), man % 10_000]
      const ways = [
        ...[
          `${amount}`,
          `¥${amount.toLocaleString('en')}`,
          `${man}万円`,
          `${man.toLocaleString('en')}万`,
        ],
        ...[
          `${amount / 1e6} million yen`,
          `${amount.toLocaleString('en').replaceAll(',', '，')}円`,
        ],
        ...(oku > 0 ? [`${oku}億${rest > 0 ? `${rest}万` : ''}円`] : []),
      ]
      for (const way of ways) {
        const price = { kind: 'read', value: { amount, currency: 'JPY' } }
        expect(parsePrice(way, 'JPY'), way).toEqual(price)
      }
    }),
  )
})

test('the conversion from yen to dollars never reverses the order of two prices, and makes no price zero', () => {
  fc.assert(
    fc.property(yen, yen, fc.integer({ min: 1, max: 10_000 }), (one, other, rate) => {
      const cents = (amount: number) => toMoney([{ amount, currency: 'JPY' }], rate).priceCents ?? 0
      expect(Math.sign(one - other) * (cents(one) - cents(other))).toBeGreaterThanOrEqual(0)
      expect(cents(one)).toBeGreaterThanOrEqual(1)
      expect(Number.isSafeInteger(cents(one))).toBe(true)
    }),
  )
})

test('the same area in any unit is read as the same number of square metres, up to two decimals', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 10_000_000 }), (hundredths) => {
      const area = hundredths / 100
      const ways: [text: string, step: number][] = [
        [`${area}㎡`, 0],
        [`約${area.toLocaleString('en')}平米`, 0],
        [`${((area * 121) / 400).toFixed(4)}坪`, 0.01],
        [`${(area / 10_000).toFixed(6)}ha`, 0.01],
        [`${(area / 0.09290304).toFixed(3)} sq ft`, 0.01],
      ]
      for (const [way, step] of ways) {
        const reading = parseArea(way)
        const found = reading.kind === 'read' ? reading.value : Number.NaN
        expect(Math.abs(found - area), way).toBeLessThanOrEqual(step + 1e-9)
      }
    }),
  )
})
