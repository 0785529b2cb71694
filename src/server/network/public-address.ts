import { BlockList, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Whether an IP address belongs to the public internet. False for private, loopback, link-local,
 * shared (CGNAT), multicast and reserved addresses, and for IPv6 addresses that contain an IPv4
 * address, except IPv4-mapped ones, which count as their IPv4 address.
 */
export function isPublicAddress(text: string) {
  if (!ipaddr.isValid(text) || isIPv4Compatible(text)) return false
  // `unicast` is every address outside the special ranges.
  return ipaddr.process(text).range() === 'unicast'
}

/** IPv6 addresses that contain an IPv4 address in a deprecated way (RFC 4291, 2.5.5.1). */
const IPV4_COMPATIBLE = new BlockList()
IPV4_COMPATIBLE.addSubnet('::', 96, 'ipv6')

/** `ipaddr` would read these addresses as IPv4-mapped ones. */
function isIPv4Compatible(text: string) {
  return isIPv6(text) && IPV4_COMPATIBLE.check(text, 'ipv6')
}

/** Whether an IP address is one of those that anybody may use in an own network (RFC 1918, RFC 4193). */
export function isPrivateAddress(text: string) {
  if (!ipaddr.isValid(text) || isIPv4Compatible(text)) return false
  return ['private', 'uniqueLocal'].includes(ipaddr.process(text).range())
}
