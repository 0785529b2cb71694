import type { PrecacheEntry } from 'workbox-precaching'

/**
 * Whether an answer is the file of this build that was asked for, and not the page of a portal on
 * the way: kept in place of a file, it would break the app until the next version.
 */
export async function isOwnFile(path: string, response: Response, files: PrecacheEntry[]) {
  if (!response.ok || response.redirected) return false
  if (path !== '/index.html') return !response.headers.get('content-type')?.includes('text/html')
  const page = await response.clone().text()
  return files.some(({ url }) => url.startsWith('assets/') && page.includes(url))
}
