/** The maximum number of page links that fit beside First, Prev, Next and Last. */
const MAX_NUMBERS = 7

/** Up to seven page numbers around `page`, which is in the middle where possible. */
export function pageWindow(page: number, totalPages: number) {
  const count = Math.min(MAX_NUMBERS, totalPages)
  const centred = page - Math.floor(MAX_NUMBERS / 2)
  const first = Math.max(1, Math.min(centred, totalPages - count + 1))
  return Array.from({ length: count }, (_, position) => first + position)
}
