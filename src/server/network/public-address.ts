import ipaddr from 'ipaddr.js'

/**
 * Whether an IP address belongs to the public internet. False for private, loopback, link-local,
 * shared (CGNAT), multicast and reserved addresses, and for IPv6 addresses that contain an IPv4
 * address, except IPv4-mapped ones, which count as their IPv4 address.
 */
export function isPublicAddress(text: string) {
  if (!ipaddr.isValid(text)) return false
  // `unicast` is every address outside the special ranges.
  return ipaddr.process(text).range() === 'unicast'
}
