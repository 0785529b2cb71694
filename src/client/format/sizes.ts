import { formatNumber, NO_BREAK } from './format.ts'

const MEGABYTE = 1_000_000

/** A size in megabytes: `84 MB`. A size below 10 MB has one decimal: `0.6 MB`. */
export function formatMegabytes(bytes: number) {
  const megabytes = bytes / MEGABYTE
  return `${formatNumber(megabytes, megabytes < 10 ? 1 : 0)}${NO_BREAK}MB`
}

/** The size of a file: `84 MB`, `12 kB`. */
export function formatSize(bytes: number) {
  return bytes < MEGABYTE ? `${Math.ceil(bytes / 1000)}${NO_BREAK}kB` : formatMegabytes(bytes)
}
