import { createHash } from 'node:crypto'
import { Id } from '#contract/values.ts'

/** Hexadecimal digits: 96 bits keep millions of listings apart. */
const LENGTH = 24

/** An id that follows from where a listing is found: the same listing always gets the same. */
export function listingId(source: string, ...key: string[]) {
  return createHash('sha256')
    .update(JSON.stringify([source, ...key]))
    .digest('hex')
    .slice(0, LENGTH)
}

/** Whether a source's own id can stand in an address; `.` and `..` would mean another. */
export function canBeId(id: string) {
  return Id.safeParse(id).success && !/^\.+$/.test(id)
}
