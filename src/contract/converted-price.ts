/**
 * Rounds a converted price as it is shown: to three digits, and to whole units. A limit is compared
 * with this amount, so a house shown as `about €20,000` is found up to €20,000.
 */
export function roundConverted(amount: number) {
  return Math.round(Number(amount.toPrecision(3)))
}
