type Metadata = Record<string, string>

/** What Stripe makes of new metadata: an empty value takes a key away, an empty text all of them. */
export function mergeMetadata(present: Metadata, given: Metadata | '' | undefined): Metadata {
  if (given === '') return {}
  const merged = Object.entries({ ...present, ...given })
  return Object.fromEntries(merged.filter(([, value]) => value !== ''))
}
