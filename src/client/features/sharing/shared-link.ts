import type { ListingLink } from '#contract/shared-path.ts'
import { Id } from '#contract/values.ts'
import { findLinked } from './linked-listing.ts'

/** The content that another app shares. Some apps put the link into `text` or `title`. */
export interface Shared {
  title?: string
  text?: string
  url?: string
}

const LINK = /(?:https?:\/\/|web\+engawa:)[!-~]+/gi
/** The prefix of our own protocol. A listing's id or a path follows the prefix. */
const OWN_PROTOCOL = /^web\+engawa:[/\\]*/i
/**
 * Matches punctuation directly after a link. This punctuation belongs to the sentence around the
 * link.
 */
const PUNCTUATION = /[.,;:!?'")\]}>]+$/

/** The first link to a listing on `origin` in the shared text. */
export function findListingLink({ url, text, title }: Shared, origin: string) {
  for (const words of [url, text, title]) {
    for (const [link] of words?.matchAll(LINK) ?? []) {
      const found = readLink(onOrigin(link.replace(PUNCTUATION, ''), origin), origin)
      if (found) return found
    }
  }
  return undefined
}

/** The maximum number of texts in which the app looks for a place, with one request for each. */
const MAX_PLACE_TEXTS = 6
/** The maximum length of a text that is searched. The server rejects a longer one. */
const MAX_PLACE_LENGTH = 100
/** The parts of a Japanese address that end with the kind of the place, such as `西予市`. */
const JAPANESE_PLACE = /[^\s都道府県市区町村郡]{1,8}?[都道府県市区町村](?!市|区|町|村)/g

/**
 * The parts of shared words that may name a place, in the order in which the app tries them. An
 * address begins with the smallest place in Latin letters, and with the largest in Japanese.
 */
export function findPlaceTexts({ text, title, url }: Shared) {
  const lines = [text, title, url].flatMap((words) => (words ?? '').replace(LINK, ' ').split('\n'))
  const parts = lines.flatMap((line) => [
    line,
    ...[...line.matchAll(JAPANESE_PLACE)].map(([place]) => place).reverse(),
    ...line.split(/[,;:、。()（）|–—-]/),
  ])
  const texts = parts.map((part) => part.trim()).filter((part) => /\p{L}/u.test(part))
  return [...new Set(texts)]
    .filter(({ length }) => length <= MAX_PLACE_LENGTH)
    .slice(0, MAX_PLACE_TEXTS)
}

function onOrigin(link: string, origin: string) {
  if (!OWN_PROTOCOL.test(link)) return link
  const target = link.replace(OWN_PROTOCOL, '')
  return `${origin}/${Id.safeParse(target).success ? `listings?listing=${target}` : target}`
}

function readLink(link: string, origin: string): ListingLink | undefined {
  if (!URL.canParse(link)) return undefined
  const url = new URL(link)
  if (url.origin !== origin) return undefined
  const linked = findLinked({
    pathname: url.pathname,
    search: Object.fromEntries(url.searchParams),
  })
  return linked && Id.safeParse(linked.id).success ? linked : undefined
}
