/**
 * How values read on the screen. What is seen first is written by hand: the first use of `Intl` in a
 * page takes 14 to 20 ms, whatever it formats, and four times that on a slow phone.
 */

/** `4,883`; half of the last decimal up, as the number is written: `1.005` to two is `1.01`. */
export function formatNumber(number: number, decimals = 0) {
  return group(round(number, decimals))
}

function round(number: number, decimals: number) {
  return shift(Math.round(shift(number, decimals)), -decimals)
}

/** Moves the decimal point: multiplying would round on the way. */
function shift(number: number, places: number) {
  const [digits, power = 0] = String(number).split('e')
  return Number(`${digits}e${Number(power) + places}`)
}

function group(digits: number | string) {
  return String(digits).replace(/\B(?=(\d{3})+(?!\d))/g, ',')
}

/** What stands where a price is not known: 相談, as the sellers write it. */
const NO_PRICE = 'Price on request'

/** Whole dollars, as the listings show them. */
export function formatPrice(price: number | undefined) {
  return price === undefined ? NO_PRICE : `$${formatNumber(price)}`
}

/** Dollars and cents, as the free preview and the favorites show them. */
export function formatExactPrice(price: number | undefined) {
  return price === undefined ? NO_PRICE : `$${group(round(price, 2).toFixed(2))}`
}

export function formatYen(amount: number) {
  return `¥${formatNumber(amount)}`
}

const SCALES = [
  { least: 1e12, letter: 'T' },
  { least: 1e9, letter: 'B' },
  { least: 1e6, letter: 'M' },
  { least: 1e3, letter: 'K' },
]

/** Yen where there is little room: `¥4.8M`. */
export function formatCompactYen(amount: number) {
  // What is rounded up to the next letter is written with that.
  const scale = SCALES.find(({ least }) => amount >= least * 0.99995)
  if (!scale) return formatYen(amount)
  return `¥${round(amount / scale.least, 1)}${scale.letter}`
}

/** An area in square metres; text that could not be read as one is shown as it was written. */
export function formatArea(area: number | string, { whole = false } = {}) {
  if (typeof area === 'number') return `${formatNumber(area, whole ? 0 : 1)} m²`
  return /^[\d.,]+$/.test(area) ? `${area} m²` : area.replaceAll('㎡', 'm²')
}

/** `1 house`, `1,030 houses`. */
export function formatHouses(count: number) {
  return count === 1 ? '1 house' : `${formatNumber(count)} houses`
}

/** A day where the reader is: `November 21, 2026`; `N/A` for none. */
export function formatLongDay(moment: string | null | undefined) {
  const day = new Date(moment ?? Number.NaN)
  if (Number.isNaN(day.getTime())) return 'N/A'
  return day.toLocaleDateString('en-US', { dateStyle: 'long' })
}

export function capitalise(text: string) {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const DAY = 24 * 60 * 60 * 1000
const STEPS = [
  { unit: 'year', days: 365 },
  { unit: 'month', days: 30 },
  { unit: 'week', days: 7 },
  { unit: 'day', days: 1 },
]

/** How long ago something was added: `today`, `yesterday`, `3 days ago`, `last week`, `2 weeks ago`. */
export function formatAge(moment: string, now: Date) {
  const days = Math.floor((now.getTime() - Date.parse(moment)) / DAY)
  if (days === 1) return 'yesterday'
  const step = STEPS.find((step) => days >= step.days)
  // A clock that is behind ours must not announce the future.
  if (!step) return 'today'
  const count = Math.floor(days / step.days)
  return count === 1 ? `last ${step.unit}` : `${count} ${step.unit}s ago`
}
