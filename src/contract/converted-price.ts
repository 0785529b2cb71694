/**
 * Rounds a converted price to the amount that the listings show: whole dollars, and three
 * significant digits in any other currency. Price filters compare their limits with this rounded
 * amount. So a house shown as `about €20,000` matches a maximum price of €20,000.
 */
export function roundConverted(amount: number, currency: string) {
  return Math.round(currency === 'USD' ? amount : roundEstimate(amount))
}

/** Rounds an estimated amount to three significant digits. */
export function roundEstimate(amount: number) {
  return Number(amount.toPrecision(3))
}
