const HERE = 'http://here.invalid'

/** Where to go back to after signing in, in the address of the pages that lead there. */
export function parseReturn(search: Record<string, unknown>): { from?: string } {
  // A key that is left out would come back as it was written.
  return { from: returnPath(search.from) }
}

/** A path of ours; anything that could lead elsewhere is refused. */
function returnPath(from: unknown) {
  if (typeof from !== 'string' || !from.startsWith('/')) return undefined
  // Browsers read `//evil.com`, `/\evil.com` and `/<tab>/evil.com` as another host; so does this parser.
  return URL.canParse(from, HERE) && new URL(from, HERE).origin === HERE ? from : undefined
}
