/**
 * The widths of a photo's copies, in pixels. The address of a copy is `/images/{path}?w=720`, with
 * `&f=avif` added for an AVIF copy. This file imports no schemas, so that the service worker does
 * not load the schema library.
 */
export const PHOTO_WIDTHS = [320, 720, 1280] as const
export type PhotoWidth = (typeof PHOTO_WIDTHS)[number]

/**
 * The size of the copy that chat apps and social networks show for a link, in pixels. Its address is
 * `/images/{path}?w=1200`. The format is JPEG, because not all of them show other formats.
 */
export const LINK_PREVIEW = { width: 1200, height: 630 } as const

/** Whether our server hosts a photo. The server makes smaller copies of such photos. */
export function isOnOurServer(src: string) {
  return /^\/images\/[^/?]+$/.test(src)
}
