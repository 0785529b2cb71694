import type { AssessedValues } from '#client/data/assessed-values.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { formatYen } from '#client/format/format.ts'
import { Facts } from '#contract/facts.ts'
import { type Amount, type House, purchaseCosts, roundedSum } from '#contract/purchase-costs.ts'

/** The costs of buying a house, apart by whether they come once or every year. */
export function houseCosts(listing: Listing, assessed: AssessedValues, now: Date) {
  const house = toHouse(listing, assessed)
  const { lines, missing } = purchaseCosts(house, now)
  const once = lines.filter(({ isYearly }) => !isYearly)
  const yearly = lines.filter(({ isYearly }) => isYearly)
  return {
    once,
    yearly,
    missing,
    /** Besides the price. Undefined without a price. */
    besides: house.price === undefined ? undefined : roundedSum(once),
    withPrice: house.price === undefined ? undefined : roundedSum([exactly(house.price), ...once]),
    everyYear: roundedSum(yearly),
  }
}

function toHouse({ yen, area, yearBuilt, record }: Listing, assessed: AssessedValues): House {
  return {
    price: yen,
    assessed,
    area: typeof area === 'number' ? area : undefined,
    yearBuilt,
    facts: Facts.parse(record.facts ?? {}),
  }
}

function exactly(yen: number): Amount {
  return { low: yen, high: yen }
}

/** `¥110,000 – ¥330,000`, or one amount. The ends of a range are rounded to three digits. */
export function formatRange({ low, high }: Amount) {
  if (low === high) return formatYen(low)
  const [from, to] = [low, high].map((yen) => formatYen(Number(yen.toPrecision(3))))
  return low === 0 ? `up to ${to}` : `${from} – ${to}`
}
