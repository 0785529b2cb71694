/*
 * The column `asked_price` encodes the asking price, in yen or in dollars, as one number for
 * sorting. An even number is a price in yen (yen × 4). An odd number is a price in dollars
 * (cents × 6 + 1). A dollar always sorts as 150 yen, whatever exchange rate an import uses.
 *
 * The database computes the column, so these factors can only change in a migration.
 */
export const YEN_FACTOR = 4
export const CENTS_FACTOR = 6

export function askedYen(yen: number) {
  return yen * YEN_FACTOR
}

export function askedCents(cents: number) {
  return cents * CENTS_FACTOR + 1
}

export function splitAskedPrice(asked: number) {
  return asked % 2 === 0 ? { yen: asked / YEN_FACTOR } : { cents: (asked - 1) / CENTS_FACTOR }
}

/**
 * Converts a value of `asked_price` to a positive number if it is in yen, and to a negative number if
 * it is in dollars. So a range never contains prices in both currencies.
 */
export function toSigned(asked: number) {
  const { yen, cents = Number.NaN } = splitAskedPrice(asked)
  return yen ?? signedCents(cents)
}

export function signedCents(cents: number) {
  return -1 - cents
}

/** The reverse of {@link toSigned}. */
export function toAsked(signed: number) {
  return signed >= 0 ? askedYen(signed) : askedCents(-1 - signed)
}

/** The value of `asked_price` of a listing; null without a price. The same rule as in the database. */
export function askedPriceOf(priceYen: number | null, priceCents: number | null) {
  if (priceYen !== null) return askedYen(priceYen)
  return priceCents === null ? null : askedCents(priceCents)
}
