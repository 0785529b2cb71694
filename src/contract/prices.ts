/** Parses a number, or a text with commas or with "million". Undefined for any other value. */
export function parsePrice(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string') return undefined
  const [, amount, million] =
    value.replaceAll(',', '').match(/^\s*(\d+(?:\.\d+)?)\s*(million)?\s*$/i) ?? []
  if (amount === undefined) return undefined
  return million ? Math.round(Number(amount) * 1_000_000) : Number(amount)
}
