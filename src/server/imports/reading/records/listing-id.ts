import { createHash } from 'node:crypto'
import { Id } from '#contract/values.ts'

/** Hexadecimal digits: 96 bits keep millions of listings apart. */
const LENGTH = 24

/** A stable id: the same source and key always give the same id. */
export function listingId(source: string, ...key: string[]) {
  return createHash('sha256')
    .update(JSON.stringify([source, ...key]))
    .digest('hex')
    .slice(0, LENGTH)
}

/** Whether a source's own id can be part of a URL path. `.` and `..` would change the path. */
export function canBeId(id: string) {
  return Id.safeParse(id).success && !/^\.+$/.test(id)
}
