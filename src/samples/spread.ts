/**
 * The distribution of houses for sale in Japan's national akiya bank (MLIT, Project LINKS, as of 31
 * March 2025). A pair says that `share` of all houses have a value of at most `value`.
 */
type Spread = readonly (readonly [share: number, value: number])[]

/** Prices in yen. */
export const PRICES: Spread = [
  [0, 300_000],
  [0.01, 500_000],
  [0.05, 1_000_000],
  [0.1, 1_340_000],
  [0.2, 2_000_000],
  [0.3, 3_000_000],
  [0.4, 3_800_000],
  [0.5, 4_800_000],
  [0.6, 5_700_000],
  [0.7, 7_200_000],
  [0.8, 9_800_000],
  [0.9, 14_490_000],
  [0.95, 19_300_000],
  [0.99, 30_000_000],
  [1, 48_000_000],
]

/** Sizes of lots in square metres. */
export const LOTS: Spread = [
  [0, 48],
  [0.01, 58],
  [0.05, 100],
  [0.1, 131],
  [0.2, 177],
  [0.3, 219],
  [0.4, 260],
  [0.5, 317],
  [0.6, 383],
  [0.7, 474],
  [0.8, 614],
  [0.9, 877],
  [0.95, 1183],
  [0.99, 3332],
  [1, 5200],
]

/**
 * Replaces each score by a value of the distribution. The lowest score gets the lowest value, the
 * next score gets the next value, and so on.
 */
export function spreadOver(scores: readonly number[], spread: Spread): number[] {
  const ranked = scores.map((score, index) => ({ score, index })).sort((a, b) => a.score - b.score)
  const values: number[] = []
  ranked.forEach(({ index }, rank) => {
    values[index] = valueAt(spread, (rank + 0.5) / scores.length)
  })
  return values
}

function valueAt(spread: Spread, share: number) {
  const after = spread.findIndex(([at]) => at >= share)
  const [to, high] = spread[after] ?? [1, 0]
  const [from, low] = spread[after - 1] ?? [0, high]
  const part = to === from ? 1 : (share - from) / (to - from)
  // Interpolate geometrically, so that 2 million is halfway between 1 and 4 million.
  return low * (high / low) ** part
}
