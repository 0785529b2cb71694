const HERE = 'http://here.invalid'

/** A path of ours to go back to after signing in; anything that could lead elsewhere is refused. */
export function returnPath(from: unknown) {
  if (typeof from !== 'string' || !from.startsWith('/')) return undefined
  // Browsers read `//evil.com`, `/\evil.com` and `/<tab>/evil.com` as another host; so does this parser.
  return URL.canParse(from, HERE) && new URL(from, HERE).origin === HERE ? from : undefined
}
