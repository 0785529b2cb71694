type Metadata = Record<string, string>

/**
 * Merges metadata as Stripe does. An empty value deletes its key. If `given` is an empty text, all
 * keys are deleted.
 */
export function mergeMetadata(present: Metadata, given: Metadata | '' | undefined): Metadata {
  if (given === '') return {}
  const merged = Object.entries({ ...present, ...given })
  return Object.fromEntries(merged.filter(([, value]) => value !== ''))
}
