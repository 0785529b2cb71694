import { useQuery } from '@tanstack/react-query'
import { planQuery } from '#client/data/plan.ts'

/** A charged, paid or refunded amount: `US$20.00`. */
export function formatCharge(cents: number, currency: string) {
  const sign = currency === 'usd' ? 'US$' : `${currency.toUpperCase()} `
  return `${sign}${(cents / 100).toFixed(2)}`
}

/** The subscription plan, with formatted prices. */
export function usePlan() {
  const { data } = useQuery(planQuery)
  const { price_cents: cents, currency, interval, benefits } = data
  const sign = currency === 'usd' ? '$' : `${currency.toUpperCase()} `
  const price = `${sign}${cents % 100 === 0 ? cents / 100 : (cents / 100).toFixed(2)}`
  return {
    price,
    interval,
    /** The price in sentences and on buttons: `$20/month`. */
    pricePerMonth: `${price}/${interval}`,
    /** The charged amount, for sentences that announce a payment: `US$20.00`. */
    charge: formatCharge(cents, currency),
    benefits,
  }
}
