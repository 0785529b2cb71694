import type { Offer, OfferStatus } from '#contract/choices.ts'
import {
  mostFinal,
  offerIn,
  parseOffer,
  parseStatus,
  splitStatus,
  statusInUse,
} from '#normalise/offer.ts'
import {
  isMonthly,
  isOnRequest,
  type Price,
  parseCurrency,
  parsePrice,
  parseRent,
  toMoney,
} from '#normalise/price.ts'
import { readText } from '#normalise/text.ts'
import { PARKING_SPACE, parsePropertyType } from '#normalise/vocabulary.ts'
import type { RawRecord } from '#server/file-formats/row.ts'
import type { Take } from './links-facts.ts'

const PRICES = ['Sale Price Yen', 'Sale Price', 'Price']
/** The fields that can contain a status, such as `【商談中】島根県…` or `260万円（売却済）`. */
const MARKED = [...PRICES, 'Property Location', 'Property Type', 'Offer', 'Name']
/** A parking space below this price in yen is let by the month. */
const CHEAPEST_PARKING = 100_000

/** Reads what a record offers: a sale or a rent, at which price, and whether it still does. */
export function readOffer(record: RawRecord, take: Take, jpyPerUsd: number) {
  const propertyType = take('Property Type', (text) =>
    parsePropertyType(splitStatus(text).rest),
  ).value
  const statuses = [
    ...['Status', 'Availability'].map((name) =>
      name in record ? take(name, parseStatus).value : null,
    ),
    ...MARKED.map((name) => splitStatus(textOf(record[name])).status),
    statusInUse(textOf(record['Present Use'])),
  ]
  const stated = 'Offer' in record ? take('Offer', parseOffer).value : null
  const rents = 'Rent' in record ? [take('Rent', parseRent).value] : []
  const offer = findOffer(record, {
    stated: stated ?? offerIn(textOf(record['Property Type'])),
    hasRent: rents.some((rent) => rent !== null),
    isParking: propertyType === PARKING_SPACE,
  })

  const texts: (string | null)[] = []
  function takePrice(name: string): Price | null {
    if (offer === 'rent' || isMonthly(textOf(record[name]))) {
      rents.push(take(name, parseRent).value)
      return null
    }
    const { value, text } = take(name, (text) => parsePrice(text, currencyOf(name, record)))
    texts.push(isOnRequest(textOf(record[name])) ? textOf(record[name]) : text)
    return value
  }
  const prices = PRICES.flatMap((name) =>
    name === 'Price' && !('Price' in record) ? [] : takePrice(name),
  )
  const money = toMoney(prices, jpyPerUsd)
  return {
    propertyType,
    offer,
    status: mostFinal(statuses),
    ...money,
    priceText: money.priceText ?? (money.priceCents === null ? firstOf(texts) : null),
    rentYen: offer === 'sale' ? null : roundedRent(rents),
  } satisfies { offer: Offer; status: OfferStatus; [column: string]: unknown }
}

function textOf(value: unknown) {
  const text = readText(value)
  return text.kind === 'read' ? text.value : ''
}

interface KnownOffer {
  /** What the record says in words. */
  stated: Offer | undefined
  /** Whether the record states a monthly rent in a column for rents. */
  hasRent: boolean
  isParking: boolean
}

/**
 * A record without words about its offer is for sale, except if it states a rent. A rent in the
 * column of a price counts as a rent, whatever the words say.
 */
function findOffer(record: RawRecord, { stated, hasRent, isParking }: KnownOffer): Offer {
  const prices = PRICES.flatMap((name) => {
    const text = textOf(record[name])
    const price = isMonthly(text) ? null : parsePrice(text, currencyOf(name, record))
    return price?.kind === 'read' ? price.value : []
  })
  const isMonthlyPrice = PRICES.some((name) => isMonthly(textOf(record[name])))
  if (stated === 'rent' || stated === 'both') return stated
  if (isMonthlyPrice || (hasRent && stated !== 'sale')) return prices.length > 0 ? 'both' : 'rent'
  const isLet = prices.some(
    ({ amount, currency }) => currency === 'JPY' && amount < CHEAPEST_PARKING,
  )
  return isParking && isLet && stated === undefined ? 'rent' : 'sale'
}

/**
 * The currency of a column. If the column `Price` contains a price without a currency sign, its
 * currency is in the column `Currency`.
 */
function currencyOf(name: string, record: RawRecord) {
  if (name === 'Price') return parseCurrency(textOf(record.Currency))
  return name === 'Sale Price' ? 'USD' : 'JPY'
}

function firstOf<T>(values: (T | null)[]) {
  return values.find((value) => value !== null) ?? null
}

function roundedRent(rents: (number | null)[]) {
  const rent = firstOf(rents)
  return rent === null ? null : Math.round(rent)
}
