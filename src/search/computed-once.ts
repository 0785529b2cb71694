/** The value of a key, which is computed when it is asked for the first time. */
export function computedOnce<K, V>(computed: Map<K, V>, key: K, compute: () => V) {
  const known = computed.get(key)
  if (known !== undefined) return known
  const value = compute()
  computed.set(key, value)
  return value
}
