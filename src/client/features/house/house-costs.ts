import type { AssessedValues } from '#client/data/assessed-values.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { formatYen } from '#client/format/format.ts'
import { displayIn, roundConverted } from '#contract/converted-price.ts'
import { Facts } from '#contract/facts.ts'
import { type Amount, type House, purchaseCosts, roundedSum } from '#contract/purchase-costs.ts'
import type { Rates } from '#contract/rates.ts'

interface Known {
  assessed: AssessedValues
  rates: Rates | undefined
}

/** The costs of buying a house. Some are paid once, and some are paid every year. */
export function houseCosts(listing: Listing, { assessed, rates }: Known, now: Date) {
  const price = listing.yen ?? yenOfDollars(listing, rates)?.yen
  const house = toHouse(listing, { assessed, price })
  const { lines, missing } = purchaseCosts(house, now)
  const once = lines.filter(({ isYearly }) => !isYearly)
  const yearly = lines.filter(({ isYearly }) => isYearly)
  return {
    once,
    yearly,
    missing,
    /** The sum of the one-time costs, excluding the price. Undefined if the price is unknown. */
    besides: house.price === undefined ? undefined : roundedSum(once),
    withPrice: house.price === undefined ? undefined : roundedSum([exactly(house.price), ...once]),
    everyYear: roundedSum(yearly),
  }
}

/** Converts a price in dollars to yen, and returns the rate too. Undefined for a price in yen. */
export function yenOfDollars({ yen, price }: Listing, rates: Rates | undefined) {
  const rate = rates && displayIn('USD', 'm2', rates)
  if (yen !== undefined || price === undefined || !rate) return undefined
  return { yen: roundConverted(price / rate.per_yen, 'JPY'), rate }
}

function toHouse(listing: Listing, known: Pick<House, 'assessed' | 'price'>): House {
  const { area, yearBuilt, record } = listing
  return {
    ...known,
    area: typeof area === 'number' ? area : undefined,
    yearBuilt,
    facts: Facts.parse(record.facts ?? {}),
  }
}

function exactly(yen: number): Amount {
  return { low: yen, high: yen }
}

/**
 * Formats a range of yen, or one amount: `¥110,000 – ¥330,000`. The ends of a range are rounded to
 * three digits.
 */
export function formatRange({ low, high }: Amount) {
  if (low === high) return formatYen(low)
  const [from, to] = [low, high].map((yen) => formatYen(Number(yen.toPrecision(3))))
  return low === 0 ? `up to ${to}` : `${from} – ${to}`
}
