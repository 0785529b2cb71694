import { getRates } from '#contract/rates.ts'
import { JsonBytes } from '../http/output.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'

export function ratesRoutes(serve: Serve, { rates }: Services) {
  // Serialise the rates to bytes with an ETag, so that a browser that has cached them gets a 304.
  serve(getRates, async () => JsonBytes.of(getRates.output.parse(rates.current())))
}
