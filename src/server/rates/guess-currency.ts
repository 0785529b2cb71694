import type { Currency } from '#contract/currencies.ts'

const DOLLARS: Record<string, Currency> = {
  AU: 'AUD',
  CA: 'CAD',
  HK: 'HKD',
  NZ: 'NZD',
  SG: 'SGD',
  TW: 'TWD',
}

/** The region of the first language in `Accept-Language`: `AU` in `en-AU,en;q=0.9`. */
const REGION = /^\s*[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})(?![a-z\d-])/i

/**
 * The dollar of the country that a browser's language names. In Australia, a price in `$` is read as
 * Australian dollars. US dollars for every other country.
 */
export function guessCurrency(acceptLanguage: string | undefined): Currency {
  const region = REGION.exec(acceptLanguage ?? '')?.[1]
  return DOLLARS[region?.toUpperCase() ?? ''] ?? 'USD'
}
