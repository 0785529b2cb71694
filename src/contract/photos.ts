/**
 * The widths of a photo's copies, in pixels. The address of a copy is `/images/{path}?w=720`, with
 * `&f=avif` added for an AVIF copy. This file imports no schemas, so that the service worker does
 * not load the schema library.
 */
export const PHOTO_WIDTHS = [320, 720, 1280] as const
export type PhotoWidth = (typeof PHOTO_WIDTHS)[number]

/** Whether our server hosts a photo. The server makes smaller copies of such photos. */
export function isOnOurServer(src: string) {
  return /^\/images\/[^/?]+$/.test(src)
}
