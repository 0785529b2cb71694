import { createHash } from 'node:crypto'
import { endpoints } from '#contract/index.ts'
import { getListing } from '#contract/listings.ts'
import { Id } from '#contract/values.ts'

/**
 * The length of an id in hexadecimal digits. With 96 bits, the ids of millions of listings do not
 * collide.
 */
const LENGTH = 24

/** A stable id: the same source and key always give the same id. */
export function listingId(source: string, ...key: string[]) {
  return createHash('sha256')
    .update(JSON.stringify([source, ...key]))
    .digest('hex')
    .slice(0, LENGTH)
}

/**
 * Path segments that belong to other endpoints, such as `cities` in `/listings/cities`. A listing
 * with such an id could not be opened.
 */
const RESERVED = new Set(
  [...endpoints.values()].flatMap(({ path }) => {
    const [parent] = getListing.path.split(':id')
    return parent && path.startsWith(parent) ? [path.slice(parent.length)] : []
  }),
)

/**
 * Whether a source's own id can be part of a URL path. `.` and `..` would change the path, and a
 * reserved word leads to another endpoint.
 */
export function canBeId(id: string) {
  return Id.safeParse(id).success && !/^\.+$/.test(id) && !RESERVED.has(id)
}
