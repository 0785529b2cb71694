import { BlockList, isIP } from 'node:net'

/** Addresses and networks with commas between, such as `127.0.0.1, 10.0.0.0/8`; null where one of them is neither. */
export function readNetworks(text: string) {
  const networks = new BlockList()
  for (const part of text.split(',')) {
    const [address = '', length, ...rest] = part.trim().split('/')
    const version = isIP(address)
    const longest = version === 6 ? 128 : 32
    const bits = length === undefined ? longest : Number(length)
    // A network of no bits is everybody.
    const isNetwork = version > 0 && Number.isInteger(bits) && bits > 0 && bits <= longest
    if (!isNetwork || rest.length > 0) return null
    networks.addSubnet(address, bits, familyOf(address))
  }
  return networks
}

/**
 * Where a request comes from that arrived from `remoteAddress`. A proxy adds where it was reached
 * from at the end of `forwardedFor`, so that is read from its end, for as long as it was a proxy of
 * ours who wrote it: what stands before, anybody may have written.
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

/** Whether an address, which may be an IPv4 address in the form of an IPv6 one, is in `networks`. */
export function isAmong(networks: BlockList, address: string) {
  return isIP(address) > 0 && networks.check(address, familyOf(address))
}

function familyOf(address: string) {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}

/** What one subscriber line is given: an IPv4 address, or an IPv6 network of 64 bits. */
export function networkOf(ip: string) {
  const v4 = ip.match(/^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i)
  if (v4?.[1]) return v4[1]
  const [head = '', tail] = ip.split('::')
  const groups = head.split(':').filter(Boolean)
  if (tail !== undefined) groups.push('0', '0', '0', '0')
  return groups.slice(0, 4).join(':')
}
