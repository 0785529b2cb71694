import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Exchange rates of one day. */
export const Rates = z.object({
  /** How many yen one unit of a currency buys, by ISO 4217 code. US dollars are always included. */
  yen_per: z.record(z.string(), z.number()),
  /** The day of the rates, such as `2026-11-20`. */
  as_of: z.string(),
  source: z.string(),
  /** The currencies whose rate the operator set in the configuration. Such a rate has no day. */
  set_by_operator: z.optional(z.array(z.string())),
})
export type Rates = z.output<typeof Rates>

/** The exchange rates for converting prices. */
export const getRates = endpoint({
  method: 'GET',
  path: '/rates',
  access: 'public',
  input: z.object({}),
  output: Rates,
})
