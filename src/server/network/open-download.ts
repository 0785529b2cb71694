import { promises as dns, type LookupAddress } from 'node:dns'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPrivateAddress, isPublicAddress } from './public-address.ts'

const MAX_REDIRECTS = 5
const REDIRECTS = [301, 302, 303, 307, 308]

/** Which addresses a download may contact. */
export interface DownloadRules {
  /** Whether to follow `http:` too, which does not authenticate the server. */
  allowsHttp: boolean
  allowsAddress: (ip: string) => boolean
  /** Resolves a host name to all of its addresses. */
  resolve: (host: string) => Promise<LookupAddress[]>
}

export const PUBLIC_ONLY: DownloadRules = {
  allowsHttp: false,
  allowsAddress: isPublicAddress,
  resolve: (host) => dns.lookup(host, { all: true }),
}

/** For operators whose sources are inside their own network. Never allows the server itself. */
export const PUBLIC_OR_PRIVATE: DownloadRules = {
  ...PUBLIC_ONLY,
  allowsHttp: true,
  allowsAddress: (ip) => isPublicAddress(ip) || isPrivateAddress(ip),
}

/** A download that the rules forbid. The message is a sentence for an administrator. */
export class ForbiddenDownload extends Error {}

interface Download {
  url: string
  headers: Record<string, string>
  /** Sent to the origin of `url` only, not to where it redirects. */
  authorization: string | undefined
  rules: DownloadRules
  signal: AbortSignal
}

/**
 * Requests a URL, and follows redirects. Checks the address of each host, and connects to the
 * checked address. So a host name cannot resolve to another address for the connection.
 * @throws {ForbiddenDownload} for an address that the rules forbid, or too many redirects.
 * @throws what the network throws.
 */
export async function openDownload({ url, headers, authorization, rules, signal }: Download) {
  const first = new URL(url)
  let next = first
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const sent =
      authorization !== undefined && next.origin === first.origin
        ? { ...headers, authorization }
        : headers
    const response = await get(next, { headers: sent, rules, signal })
    const { statusCode = 0, headers: answered } = response
    if (!REDIRECTS.includes(statusCode) || !answered.location) return { response, url: next }
    response.destroy()
    if (!URL.canParse(answered.location, next.href)) {
      throw new ForbiddenDownload('The address redirects to an address that is not valid.')
    }
    next = new URL(answered.location, next)
  }
  throw new ForbiddenDownload(`The address redirects more than ${MAX_REDIRECTS} times.`)
}

async function get(
  url: URL,
  { headers, rules, signal }: Pick<Download, 'headers' | 'rules' | 'signal'>,
) {
  const isHttp = url.protocol === 'http:' && rules.allowsHttp
  if (!isHttp && url.protocol !== 'https:') {
    throw new ForbiddenDownload(`${url.protocol}//${url.host} does not begin with https://.`)
  }
  const addresses = await checkHost(url, rules, signal)
  return new Promise<IncomingMessage>((resolve, reject) => {
    const options = {
      headers,
      signal,
      lookup: pinTo(addresses),
      // A connection of the pool could belong to an address that was checked for another host.
      agent: false,
    }
    const request = isHttp ? requestHttp(url, options) : requestHttps(url, options)
    request.on('response', resolve)
    request.on('error', reject)
    request.end()
  })
}

/** Resolves the host, and refuses it if any of its addresses is forbidden. */
async function checkHost({ hostname }: URL, rules: DownloadRules, signal: AbortSignal) {
  const host = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  const addresses =
    family > 0 ? [{ address: host, family }] : await abortable(rules.resolve(host), signal)
  if (addresses.length === 0 || !addresses.every(({ address }) => rules.allowsAddress(address))) {
    throw new ForbiddenDownload(
      `${host} is not on the public internet. With SOURCES_ALLOW_PRIVATE=on, the operator allows private addresses too, but never the server itself.`,
    )
  }
  return addresses
}

function pinTo(addresses: LookupAddress[]): LookupFunction {
  return (_host, { all }, callback) => {
    const [first] = addresses
    if (all) callback(null, addresses)
    else callback(null, first?.address ?? '', first?.family)
  }
}

/** Node cannot abort the resolution of a host name, so stop waiting for it. */
function abortable<T>(promise: Promise<T>, signal: AbortSignal) {
  signal.throwIfAborted()
  return new Promise<T>((resolve, reject) => {
    const stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
