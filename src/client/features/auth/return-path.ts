const HERE = 'http://here.invalid'

/** Reads the path of the page that opens after signing in. */
export function parseReturn(search: Record<string, unknown>): { from?: string } {
  // Return the key `from` even if its value is undefined. If the result lacked the key, the router
  // would keep the unchecked value from the URL.
  return { from: returnPath(search.from) }
}

/** Accepts a path on this origin. Anything else would be an open redirect. */
function returnPath(from: unknown) {
  if (typeof from !== 'string' || !from.startsWith('/')) return undefined
  // Browsers, and `URL` too, read `//evil.com`, `/\evil.com` and `/<tab>/evil.com` as another host.
  return URL.canParse(from, HERE) && new URL(from, HERE).origin === HERE ? from : undefined
}
