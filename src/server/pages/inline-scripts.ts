import { createHash } from 'node:crypto'

/** As a policy names something that stands in a page. */
export function digest(text: string) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** The digests of the scripts that stand in a page as it was built, before anything is put into it. */
export function scriptDigests(page: string) {
  return [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => digest(script))
}
