import { once } from './once.ts'

const MEGABYTE = 1_000_000
const whole = once(() => new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 }))
const oneDigit = once(() => new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 }))

/** `84 MB`, and `0.6 MB` where there are few of them. */
export function formatMegabytes(bytes: number) {
  const megabytes = bytes / MEGABYTE
  return `${(megabytes < 10 ? oneDigit() : whole()).format(megabytes)} MB`
}

/** The size of a file: `84 MB`, `12 kB`. */
export function formatSize(bytes: number) {
  return bytes < MEGABYTE ? `${Math.ceil(bytes / 1000)} kB` : formatMegabytes(bytes)
}
