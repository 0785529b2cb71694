/**
 * How long printing waits for photos, in milliseconds. A photo that takes longer is missing from
 * the print.
 */
const LONGEST_WAIT_MS = 8_000

/** Prints the page when its photos have loaded. */
export async function printPage() {
  const photos = [...document.querySelectorAll<HTMLImageElement>('main img')]
  const loaded = photos.map((photo) => {
    photo.loading = 'eager'
    return photo.decode().catch(() => undefined)
  })
  const waited = new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS))
  await Promise.race([Promise.all(loaded), waited])
  window.print()
}
