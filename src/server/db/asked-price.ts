import { sql } from 'drizzle-orm'
import { CENTS_FACTOR, YEN_FACTOR } from '#search/asked-price.ts'

/**
 * The SQL expression that computes the column `asked_price`. If a listing has a price in both
 * currencies, the price in yen counts, because pages show the price in yen first.
 */
export const ASKED_PRICE = sql.raw(
  `coalesce(price_yen * ${YEN_FACTOR}, price_cents * ${CENTS_FACTOR} + 1)`,
)
