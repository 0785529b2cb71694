/**
 * Widths of a photo's copies, in pixels: `/images/{path}?w=720`, with `&f=avif` if AVIF copies
 * exist. This file imports no schemas, so that the service worker does not load the schema library.
 */
export const PHOTO_WIDTHS = [320, 720, 1280] as const
export type PhotoWidth = (typeof PHOTO_WIDTHS)[number]

/** Whether a photo is hosted on our server, which makes copies of it. */
export function isOnOurServer(src: string) {
  return /^\/images\/[^/?]+$/.test(src)
}
