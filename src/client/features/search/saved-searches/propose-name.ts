import type { ListingsParams } from '#client/data/listings-params.ts'
import { activeFilters, type FilterWords } from '#client/format/active-filters.ts'
import { ORDERS } from '#client/format/describe-search.ts'
import { formatCompact, formatNumber } from '#client/format/format.ts'
import { NO_PLACE_FILTERS, placeTitle } from '#client/format/place-filters.ts'
import { signOf } from '#contract/currencies.ts'
import { prefectureDisplay } from '#contract/prefectures.ts'
import { MAX_SEARCH_NAME_LENGTH } from '#contract/saved-searches.ts'

/**
 * Proposes a name for a search, such as `4LDK houses in Ehime under ¥3M, Parking`. Leaves out
 * filters that would make the name too long.
 */
export function proposeName(params: ListingsParams, words: FilterWords) {
  const { floorPlan, sort } = params
  const title = placeTitle(params, words.names) ?? titleOf(params)
  const houses = floorPlan ? title.replace(/^Houses/, `${nameRooms(floorPlan)} houses`) : title
  const others = activeFilters({ ...params, ...NO_PLACE_FILTERS, ...IN_TITLE }, words)
  // Replace non-breaking spaces with usual spaces, because the person may edit the name.
  const texts = others.map(({ text }) => text.replaceAll('\u00a0', ' '))
  return [...texts, ...(sort ? [ORDERS[sort]] : [])].reduce(
    (name, text) => cut(name, `, ${text}`),
    cut(houses, priceOf(params)),
  )
}

/** `4LDK`, or `4-room` for a number of rooms. */
function nameRooms(floorPlan: string) {
  return /^\d+$/.test(floorPlan) ? `${floorPlan}-room` : floorPlan
}

/**
 * Removes the floor plan and the price from the filters, because the first part of the name already
 * contains both.
 */
const IN_TITLE = { floorPlan: undefined, priceMin: undefined, priceMax: undefined }

function cut(name: string, addition: string) {
  const longer = name + addition
  return longer.length > MAX_SEARCH_NAME_LENGTH ? name : longer
}

function titleOf({ city, prefecture }: ListingsParams) {
  const where = [city, prefecture && prefectureDisplay(prefecture)].filter(Boolean)
  return where.length > 0 ? `Houses in ${where.join(', ')}` : 'Houses'
}

function priceOf({ priceMin, priceMax, currency = 'USD' }: ListingsParams) {
  const write = (amount: number) => signOf(currency) + shorten(amount)
  if (priceMin !== undefined && priceMax !== undefined) {
    return ` from ${write(priceMin)} to ${write(priceMax)}`
  }
  if (priceMin !== undefined) return ` over ${write(priceMin)}`
  return priceMax === undefined ? '' : ` under ${write(priceMax)}`
}

/**
 * Shortens an amount if the short form is exact, such as `3M`. Otherwise returns the full number.
 */
function shorten(amount: number) {
  const isRound = amount % (amount < 1_000_000 ? 100 : 100_000) === 0
  return isRound ? formatCompact(amount) : formatNumber(amount)
}
