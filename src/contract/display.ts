import * as z from 'zod/mini'

/** How a person wants prices and areas to be shown, with the rates that this needs. */
export const Display = z.object({
  /** A code of `CURRENCIES`, or of a newer server's. */
  currency: z.string(),
  /** The currency's sign: `€`. */
  sign: z.string(),
  /** A code of `AREA_UNITS`, or of a newer server's. */
  area_unit: z.string(),
  /** What one yen is worth in the currency. */
  per_yen: z.number(),
  /** What one dollar is worth in the currency. Missing in accounts stored by an older version. */
  per_dollar: z.optional(z.number()),
  /** The day of the rate, such as `2026-11-20`. Empty if the operator set the rate. */
  rate_date: z.string(),
  /** Who states the rate. Missing if the operator set it. */
  rate_source: z.optional(z.string()),
})
export type Display = z.output<typeof Display>
