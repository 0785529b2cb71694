import * as z from 'zod/mini'
import { CURRENCY_CODES } from '#contract/currencies.ts'
import { hasUnprintable, isDay } from '#contract/query-values.ts'
import type { Rates } from '#contract/rates.ts'

/**
 * A rate outside this range is a mistake, for example dollars per yen instead of yen per dollar.
 */
const PLAUSIBLE = { min: 0.001, max: 100_000 }
const DAY_MS = 86_400_000

const RatesFile = z.object({
  as_of: z.string().check(z.refine(isDay)),
  source: z.string().check(z.minLength(1), z.maxLength(100)),
  yen_per: z.record(z.string(), z.unknown()),
})

/**
 * Parses the operator's rates, in the format that docs/operations.md describes.
 * @throws with the reason, if the rates are invalid.
 */
export function parseRates(text: string, now: Date): Rates {
  const file = RatesFile.safeParse(parseJson(text)).data
  if (!file || hasUnprintable(file.source)) {
    throw new Error('they need as_of (a day), source (a name) and yen_per (numbers by currency)')
  }
  // Allow rates with tomorrow's date, because the next day may have begun in another time zone.
  if (Date.parse(file.as_of) > now.getTime() + DAY_MS) throw new Error('their day is in the future')
  const yen_per: Rates['yen_per'] = { JPY: 1 }
  for (const code of CURRENCY_CODES) {
    const rate = file.yen_per[code]
    if (code === 'JPY' || rate === undefined) continue
    if (typeof rate !== 'number' || !(rate >= PLAUSIBLE.min && rate <= PLAUSIBLE.max)) {
      throw new Error(`the rate of ${code} must be the yen that one unit buys, as a number`)
    }
    yen_per[code] = rate
  }
  if (yen_per.USD === undefined) throw new Error('the rate of USD is missing')
  return { yen_per, as_of: file.as_of, source: file.source }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('they are not JSON')
  }
}
