import { sql } from 'drizzle-orm'

/*
 * The column `asked_price` encodes the asking price, in yen or in dollars, as one number for
 * sorting. An even number is a price in yen (yen × 4). An odd number is a price in dollars
 * (cents × 6 + 1). A dollar always sorts as 150 yen, whatever exchange rate an import uses.
 *
 * The database computes the column, so these factors can only change in a migration.
 */
const YEN_FACTOR = 4
const CENTS_FACTOR = 6

/**
 * The SQL expression that computes the column `asked_price`. If a listing has a price in both
 * currencies, the price in yen counts, because pages show the price in yen first.
 */
export const ASKED_PRICE = sql.raw(
  `coalesce(price_yen * ${YEN_FACTOR}, price_cents * ${CENTS_FACTOR} + 1)`,
)

export function askedYen(yen: number) {
  return yen * YEN_FACTOR
}

export function askedCents(cents: number) {
  return cents * CENTS_FACTOR + 1
}

export function splitAskedPrice(asked: number) {
  return asked % 2 === 0 ? { yen: asked / YEN_FACTOR } : { cents: (asked - 1) / CENTS_FACTOR }
}
