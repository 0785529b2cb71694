import { roundConverted } from '#contract/converted-price.ts'
import type { Display } from '#contract/display.ts'
import type { ListingRecord } from '#contract/listings.ts'
import type { NewsItem } from '#contract/news.ts'
import { newsReasons } from '#contract/news-kinds.ts'
import { sharedTitle } from '#contract/shared-title.ts'

export interface HouseLines {
  id: string
  title: string
  price: string
  /** What the house cost before. Undefined if the price is the same. */
  formerPrice: string | undefined
  reason: string
}

/** The words for a house with news, with prices in yen and in the person's currency. */
export function toHouseLines(
  item: NewsItem,
  record: ListingRecord,
  display: Display | undefined,
): HouseLines {
  const { yen_before: before } = item
  return {
    id: record._id,
    title: record.title ?? sharedTitle(record),
    price: priceOf(record, display),
    formerPrice: before == null ? undefined : yen(before),
    reason: reasonOf(item),
  }
}

function priceOf(record: ListingRecord, display: Display | undefined) {
  const { 'Sale Price Yen': asked, 'Sale Price': dollars, priceText, priceLimit } = record
  if (record.offer === 'rent') {
    return record.rentYen === undefined ? 'Rent not stated' : `${yen(record.rentYen)} a month`
  }
  if ((asked ?? dollars) === 0) return 'Free'
  if (asked === null) return dollars === null ? (priceText ?? 'Price not stated') : usd(dollars)
  const price = priceLimit ? `${priceLimit} ${yen(asked)}` : yen(asked)
  if (!display || display.currency === 'JPY') return price
  const converted = roundConverted(asked * display.per_yen, display.currency)
  return `${price} (about ${display.sign}${grouped(converted)})`
}

/** `In your favorites, in your search “Kyoto”` */
function reasonOf(item: NewsItem) {
  const [first, ...others] = newsReasons(item)
  return [first, ...others.map((reason) => reason.replace('In', 'in'))].join(', ')
}

function yen(amount: number) {
  return amount === 0 ? 'Free' : `¥${grouped(amount)}`
}

function usd(amount: number) {
  return `$${grouped(Math.round(amount))}`
}

function grouped(amount: number) {
  return amount.toLocaleString('en-US')
}
