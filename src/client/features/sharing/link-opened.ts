/** Thrown by the guards when somebody without access opens the link to a listing; its page is shown in its place. */
export class LinkOpened extends Error {
  constructor(
    /** As it stands in the link, which may have been cut short or made up. */
    readonly listingId: string,
  ) {
    super()
  }
}

/** Throws a `LinkOpened` if the location is what the link to a listing leads to. */
export function showLinked({ pathname, search }: { pathname: string; search: object }) {
  if (pathname !== '/listings' || !('listing' in search)) return
  const { listing } = search
  if (listing !== undefined && listing !== '') throw new LinkOpened(String(listing))
}
