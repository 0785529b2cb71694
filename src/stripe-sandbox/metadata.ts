type Metadata = Record<string, string>

/**
 * Merges metadata as Stripe does: an empty value deletes its key, an empty text deletes all keys.
 */
export function mergeMetadata(present: Metadata, given: Metadata | '' | undefined): Metadata {
  if (given === '') return {}
  const merged = Object.entries({ ...present, ...given })
  return Object.fromEntries(merged.filter(([, value]) => value !== ''))
}
