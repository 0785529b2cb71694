/**
 * Rounds a converted price to the amount that is shown: three significant digits, and whole units.
 * Price filters compare their limits with this rounded amount. So a house shown as `about €20,000`
 * matches a maximum price of €20,000.
 */
export function roundConverted(amount: number) {
  return Math.round(Number(amount.toPrecision(3)))
}
