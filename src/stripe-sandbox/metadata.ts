type Metadata = Record<string, string>

/**
 * Merges metadata as Stripe does. An empty value deletes its key. An empty text as the metadata
 * deletes all keys.
 */
export function mergeMetadata(present: Metadata, given: Metadata | '' | undefined): Metadata {
  if (given === '') return {}
  const merged = Object.entries({ ...present, ...given })
  return Object.fromEntries(merged.filter(([, value]) => value !== ''))
}
