import { createHash } from 'node:crypto'

/** The hash of an inline script or style, in the format of a content security policy. */
export function digest(text: string) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/**
 * The hashes of the inline scripts in a built page. Call this function before content is inserted,
 * because scripts in the content must not be allowed.
 */
export function scriptDigests(page: string) {
  return [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => digest(script))
}
