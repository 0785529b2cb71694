import { createHash } from 'node:crypto'

/** The hash of an inline script or style, as a content security policy contains it. */
export function digest(text: string) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** The hashes of the inline scripts in a built page, before anything is inserted. */
export function scriptDigests(page: string) {
  return [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => digest(script))
}
