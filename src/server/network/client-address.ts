import { BlockList, isIP } from 'node:net'

/**
 * Parses a list of addresses and networks such as `127.0.0.1, 10.0.0.0/8`. Null if an entry is
 * invalid.
 */
export function readNetworks(text: string) {
  const networks = new BlockList()
  for (const part of text.split(',')) {
    const [address = '', length, ...rest] = part.trim().split('/')
    const version = isIP(address)
    const longest = version === 6 ? 128 : 32
    const bits = length === undefined ? longest : Number(length)
    // Refuse a prefix of 0 bits, which would match every address.
    const isNetwork = version > 0 && Number.isInteger(bits) && bits > 0 && bits <= longest
    if (!isNetwork || rest.length > 0) return null
    networks.addSubnet(address, bits, familyOf(address))
  }
  return networks
}

/**
 * The client's IP address. Each proxy adds the address of its client to the end of `forwardedFor`.
 * So the last address in the list that does not belong to a trusted proxy is the address of the
 * real client. The client can forge all addresses before this one.
 */
export function clientAddress(
  remoteAddress: string,
  forwardedFor: string | undefined,
  proxies: BlockList,
) {
  let address = remoteAddress
  for (const before of forwardedFor?.split(',').reverse() ?? []) {
    if (!isAmong(proxies, address) || isIP(before.trim()) === 0) break
    address = before.trim()
  }
  return address
}

/**
 * Whether the address is in one of the networks. The address may be an IPv4-mapped IPv6 address.
 */
export function isAmong(networks: BlockList, address: string) {
  return isIP(address) > 0 && networks.check(address, familyOf(address))
}

function familyOf(address: string) {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}

/**
 * The part of an IP address that identifies a network, such as that of a home: the whole of an IPv4
 * address, or the first 64 bits of an IPv6 address.
 */
export function networkOf(ip: string) {
  const v4 = ip.match(/^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i)
  if (v4?.[1]) return v4[1]
  const [head = '', tail] = ip.split('::')
  const groups = head.split(':').filter(Boolean)
  if (tail !== undefined) groups.push('0', '0', '0', '0')
  return groups.slice(0, 4).join(':')
}
