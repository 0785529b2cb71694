import type { ListingLink } from '#contract/shared-path.ts'
import { Id } from '#contract/values.ts'
import { findLinked } from './linked-listing.ts'

/** What another app hands over; which of its words holds the link is that app's affair. */
export interface Shared {
  title?: string
  text?: string
  url?: string
}

const LINK = /(?:https?:\/\/|web\+engawa:)[!-~]+/gi
/** What a link of our own protocol begins with; it names a house, or what follows our origin. */
const OWN_PROTOCOL = /^web\+engawa:[/\\]*/i
/** What follows a link in a sentence rather than belonging to it. */
const PUNCTUATION = /[.,;:!?'")\]}>]+$/

/** The link of `origin` to a listing, if there is one among the shared words. */
export function findListingLink({ url, text, title }: Shared, origin: string) {
  for (const words of [url, text, title]) {
    for (const [link] of words?.matchAll(LINK) ?? []) {
      const found = readLink(onOrigin(link.replace(PUNCTUATION, ''), origin), origin)
      if (found) return found
    }
  }
  return undefined
}

/** A link of our own protocol as one of `origin`, whatever host it names. */
function onOrigin(link: string, origin: string) {
  if (!OWN_PROTOCOL.test(link)) return link
  const target = link.replace(OWN_PROTOCOL, '')
  return `${origin}/${Id.safeParse(target).success ? `listings?listing=${target}` : target}`
}

function readLink(link: string, origin: string): ListingLink | undefined {
  if (!URL.canParse(link)) return undefined
  const url = new URL(link)
  if (url.origin !== origin || url.pathname !== '/listings') return undefined
  const linked = findLinked({
    pathname: url.pathname,
    search: Object.fromEntries(url.searchParams),
  })
  return linked && Id.safeParse(linked.id).success ? linked : undefined
}
