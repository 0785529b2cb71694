import { formatNumber, NO_BREAK } from './format.ts'

const MEGABYTE = 1_000_000
const GIGABYTE = 1_000_000_000

/** A size in megabytes: `84 MB`. A size below 10 MB has one decimal: `0.6 MB`. */
export function formatMegabytes(bytes: number) {
  return formatIn(bytes / MEGABYTE, 'MB')
}

/** The size of a file: `12 kB`, `84 MB`, `1.5 GB`. */
export function formatSize(bytes: number) {
  if (bytes < MEGABYTE) return `${Math.ceil(bytes / 1000)}${NO_BREAK}kB`
  return bytes < GIGABYTE ? formatMegabytes(bytes) : formatIn(bytes / GIGABYTE, 'GB')
}

function formatIn(size: number, unit: string) {
  return `${formatNumber(size, size < 10 ? 1 : 0)}${NO_BREAK}${unit}`
}
