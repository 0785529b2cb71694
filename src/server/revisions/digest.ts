import { createHash } from 'node:crypto'

/** A short text that differs for different data. */
export function digest(data: unknown) {
  return createHash('sha256').update(JSON.stringify(data)).digest('base64url').slice(0, 22)
}
