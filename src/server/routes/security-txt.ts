import { addDays } from 'date-fns/addDays'
import type { Hono } from 'hono'
import type { Services } from '../services.ts'

/** RFC 9116 recommends that `Expires` lies less than a year ahead. */
const VALID_DAYS = 180

/**
 * Serves `/.well-known/security.txt` (RFC 9116), which says where to report a vulnerability.
 * `contact` is a `mailto:` or `https://` URL.
 */
export function securityTxt(
  app: Hono,
  { now, siteUrl }: Pick<Services, 'now' | 'siteUrl'>,
  contact: string,
) {
  app.get('/.well-known/security.txt', (c) => {
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${addDays(now(), VALID_DAYS).toISOString()}`,
      'Preferred-Languages: en, ja',
      `Canonical: ${new URL('/.well-known/security.txt', siteUrl())}`,
      '',
    ]
    return c.text(lines.join('\n'), 200, { 'cache-control': 'no-cache' })
  })
}
