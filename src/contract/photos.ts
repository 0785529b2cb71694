/**
 * Pixels across of the copies of a photo: `/images/{path}?w=720`, and `&f=avif` once those exist.
 * By themselves, for the service worker, which has no use for schemas.
 */
export const PHOTO_WIDTHS = [320, 720, 1280] as const
export type PhotoWidth = (typeof PHOTO_WIDTHS)[number]

/** Whether a photo lies on our server, which has copies of it. */
export function isOnOurServer(src: string) {
  return /^\/images\/[^/?]+$/.test(src)
}
