import * as z from 'zod/mini'

/** A person's currency and area unit, with the exchange rates to convert prices. */
export const Display = z.object({
  /**
   * The code of the currency. A newer server may send a code that this client's `CURRENCIES` lacks.
   */
  currency: z.string(),
  /** The currency's sign, such as `€`. */
  sign: z.string(),
  /**
   * The code of the area unit. A newer server may send a code that this client's `AREA_UNITS`
   * lacks.
   */
  area_unit: z.string(),
  /** What one yen is worth in the currency. */
  per_yen: z.number(),
  /** What one dollar is worth in the currency. */
  per_dollar: z.number(),
  /** The day of the rate, such as `2026-11-20`. Empty if the operator set the rate. */
  rate_date: z.string(),
  /** The name of the source of the exchange rate. Missing if the operator set the rate. */
  rate_source: z.optional(z.string()),
})
export type Display = z.output<typeof Display>
