/**
 * Widths of a photo's copies, in pixels: `/images/{path}?w=720`, with `&f=avif` if AVIF copies
 * exist. This file imports no schemas, so that the service worker does not load the schema library.
 */
export const PHOTO_WIDTHS = [320, 720, 1280] as const
export type PhotoWidth = (typeof PHOTO_WIDTHS)[number]

/** Whether our server hosts a photo. The server makes smaller copies of such photos. */
export function isOnOurServer(src: string) {
  return /^\/images\/[^/?]+$/.test(src)
}
