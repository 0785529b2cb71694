/**
 * A `mailto:` link (RFC 6068). The address is encoded, so that an address with `?cc=` in it adds no
 * recipient.
 */
export function mailLink(address: string, fields: { subject?: string; body?: string } = {}) {
  const to = address.split('@').map(encodeURIComponent).join('@')
  const query = Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
  return `mailto:${to}${query && `?${query}`}`
}
