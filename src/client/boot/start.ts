// The build inlines this script at the end of the page. It runs after all stylesheets have loaded.
import { attempt } from '#client/browser/storage.ts'

/** The address of the app's script. */
declare const APP: string

/** The longest time to wait for the main picture before the app starts. */
const PICTURE_TIMEOUT_MS = 1_500

void start()

/** Starts the app. Waits until the browser has painted a server-rendered page. */
async function start() {
  if (document.getElementById('drawn')) await drawnPainted()
  await import(APP)
}

/**
 * Waits until the browser has painted the server-rendered page and its main picture. Otherwise the
 * app's script would compete with the picture for bandwidth.
 */
async function drawnPainted() {
  const picture = document.querySelector<HTMLImageElement>('#drawn [fetchpriority=high]')
  const isDecoded = picture && attempt(() => picture.decode(), PICTURE_TIMEOUT_MS)
  await painted()
  if (!isDecoded) return
  await isDecoded
  await painted()
}

/**
 * Resolves after the next paint. When the second frame begins, the browser has painted the first
 * one. Resolves immediately on a hidden page, because the browser paints no frames of a hidden
 * page.
 */
function painted() {
  return new Promise<void>((resolve) => {
    if (document.hidden) resolve()
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))
  })
}
