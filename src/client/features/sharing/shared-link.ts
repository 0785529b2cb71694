import { Id } from '#contract/values.ts'

/** What another app hands over; which of its words holds the link is that app's affair. */
export interface Shared {
  title?: string
  text?: string
  url?: string
}

const LINK = /https?:\/\/[!-~]+/g
/** What follows a link in a sentence rather than belonging to it. */
const PUNCTUATION = /[.,;:!?'")\]}>]+$/

/** The id of the listing that a link of `origin` among the shared words leads to. */
export function findListingId({ url, text, title }: Shared, origin: string) {
  for (const words of [url, text, title]) {
    for (const [link] of words?.matchAll(LINK) ?? []) {
      const id = listingOf(link.replace(PUNCTUATION, ''), origin)
      if (id !== undefined) return id
    }
  }
  return undefined
}

function listingOf(link: string, origin: string) {
  if (!URL.canParse(link)) return undefined
  const url = new URL(link)
  if (url.origin !== origin || url.pathname !== '/listings') return undefined
  return Id.safeParse(url.searchParams.get('listing')).data
}
