import type { PrecacheEntry } from 'workbox-precaching'

/**
 * Whether a response is the requested file of this build, and not a captive portal's page. A
 * portal's page in the cache would break the app until the next version.
 */
export async function isOwnFile(path: string, response: Response, files: PrecacheEntry[]) {
  if (!response.ok || response.redirected) return false
  if (path !== '/index.html') return !response.headers.get('content-type')?.includes('text/html')
  const page = await response.clone().text()
  return files.some(({ url }) => url.startsWith('assets/') && page.includes(url))
}
