import { AREA_UNITS, type AreaUnit } from '#contract/area-units.ts'

/**
 * Formats a number with at most `decimals` decimals: `4,883`, `29.8`. The first use of `Intl` takes
 * over 100 ms on a slow phone, so the pages on which the app starts do not use it (decision 335).
 */
export function formatNumber(number: number, decimals: 0 | 1 = 0) {
  return group(round(number, decimals))
}

/** Rounds half up in decimal notation, as `Intl` does: `1.005` becomes `1.01`. */
function round(number: number, decimals: number) {
  return shift(Math.round(shift(number, decimals)), -decimals)
}

/** Moves the decimal point in the text, because a multiplication would add a rounding error. */
function shift(number: number, places: number) {
  const [digits, power = 0] = String(number).split('e')
  return Number(`${digits}e${Number(power) + places}`)
}

function group(digits: number | string) {
  return String(digits).replace(/\B(?=(\d{3})+(?!\d))/g, ',')
}

/** Shown when the price is unknown. Sellers write 相談 (to be discussed) in this case. */
const NO_PRICE = 'Price not stated'

/** Formats a price in whole dollars, for the listings. */
export function formatPrice(price: number | undefined) {
  return price === undefined ? NO_PRICE : `$${formatNumber(price)}`
}

/** Formats a price in dollars and cents, for the free preview and the favorites. */
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

/** Formats an amount in a short form, rounded to one decimal: `4.8M`. */
export function formatCompact(amount: number) {
  // If rounding would give 1,000 of a unit, use the next unit.
  const scale = SCALES.find(({ least }) => amount >= least * 0.99995)
  return scale ? `${round(amount / scale.least, 1)}${scale.letter}` : formatNumber(amount)
}

/** Formats yen in a short form: `¥4.8M`. */
export function formatCompactYen(amount: number) {
  return `¥${formatCompact(amount)}`
}

/** A no-break space keeps a unit on the line of its number. */
export const NO_BREAK = '\u00a0'

/**
 * An area in square metres, or in the unit with the code `unit`. Text without a number stays
 * unchanged. `whole` leaves out the decimals of square metres.
 */
export function formatArea(area: number | string, { whole = false, unit = 'm2' } = {}) {
  if (typeof area === 'number') {
    // A newer server may send a unit that this version does not know. In this case, use square
    // metres.
    const { name, squareMetres } = AREA_UNITS[unit as AreaUnit] ?? AREA_UNITS.m2
    const decimals = (whole && squareMetres === 1) || squareMetres < 1 ? 0 : 1
    return `${formatNumber(area / squareMetres, decimals)}${NO_BREAK}${name.replaceAll(' ', NO_BREAK)}`
  }
  return /^[\d.,]+$/.test(area) ? `${area}${NO_BREAK}m²` : area.replaceAll('㎡', 'm²')
}

/** A number of houses with its noun: `1 house`, `1,030 houses`. */
export function formatHouses(count: number) {
  return count === 1 ? '1 house' : `${formatNumber(count)} houses`
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

/** The age of a listing: `today`, `yesterday`, `3 days ago`, `last week`, `2 weeks ago`. */
export function formatAge(moment: string, now: Date) {
  const days = Math.floor((now.getTime() - Date.parse(moment)) / DAY)
  if (days === 1) return 'yesterday'
  const step = STEPS.find((step) => days >= step.days)
  // A date in the future also counts as today, because the clock of the device may be behind.
  if (!step) return 'today'
  const count = Math.floor(days / step.days)
  return count === 1 ? `last ${step.unit}` : `${count} ${step.unit}s ago`
}
