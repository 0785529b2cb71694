import { once } from './once.ts'

/** How values read on the screen. `Intl` only: nothing here may weigh on the first path. */

const dollars = once(
  () =>
    new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency: 'USD',
      maximumFractionDigits: 0,
    }),
)
const dollarsAndCents = once(
  () => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }),
)
const yen = once(() => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'JPY' }))
const compactYen = once(
  () =>
    new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency: 'JPY',
      notation: 'compact',
      maximumFractionDigits: 1,
    }),
)
const squareMetres = once(() => new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 }))
const wholeSquareMetres = once(() => new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 }))
const whole = once(() => new Intl.NumberFormat('en-US'))
const distance = once(() => new Intl.RelativeTimeFormat('en', { numeric: 'auto' }))

/** What stands where a price is not known: 相談, as the sellers write it. */
const NO_PRICE = 'Price on request'

/** Whole dollars, as the listings show them. */
export function formatPrice(price: number | undefined) {
  return price === undefined ? NO_PRICE : dollars().format(price)
}

/** Dollars and cents, as the free preview and the favorites show them. */
export function formatExactPrice(price: number | undefined) {
  return price === undefined ? NO_PRICE : dollarsAndCents().format(price)
}

export function formatYen(amount: number) {
  return yen().format(amount)
}

/** Yen where there is little room: `¥4.8M`. */
export function formatCompactYen(amount: number) {
  return compactYen().format(amount)
}

/** An area in square metres; text that could not be read as one is shown as it was written. */
export function formatArea(area: number | string, { whole = false } = {}) {
  if (typeof area === 'number') {
    return `${(whole ? wholeSquareMetres : squareMetres)().format(area)} m²`
  }
  return /^[\d.,]+$/.test(area) ? `${area} m²` : area.replaceAll('㎡', 'm²')
}

/** `4,883`. */
export function formatCount(count: number) {
  return whole().format(count)
}

/** `1 house`, `30 houses`. */
export function formatHouses(count: number) {
  return count === 1 ? '1 house' : `${count} houses`
}

const longDay = once(() => new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }))

/** A day where the reader is: `November 21, 2026`; `N/A` for none. */
export function formatLongDay(moment: string | null | undefined) {
  const day = new Date(moment ?? Number.NaN)
  return Number.isNaN(day.getTime()) ? 'N/A' : longDay().format(day)
}

export function capitalise(text: string) {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const DAY = 24 * 60 * 60 * 1000
const STEPS = [
  { unit: 'year', days: 365 },
  { unit: 'month', days: 30 },
  { unit: 'week', days: 7 },
] as const

/** How long ago something was added: `today`, `yesterday`, `3 days ago`, `2 weeks ago`. */
export function formatAge(moment: string, now: Date) {
  // A clock that is behind ours must not announce the future.
  const days = Math.max(0, Math.floor((now.getTime() - Date.parse(moment)) / DAY))
  const step = STEPS.find((step) => days >= step.days)
  if (!step) return distance().format(-days, 'day')
  return distance().format(-Math.floor(days / step.days), step.unit)
}

/** The language a text is marked with, so that it is drawn and read aloud as what it is. */
export function languageOf(text: string) {
  return /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(text) ? 'ja' : undefined
}
