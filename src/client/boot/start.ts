// Compiled into the page itself, after the place for the app: it runs when the styles of all pages are there.
import { attempt } from '#client/browser/storage.ts'

/** The address of the app's script. */
declare const APP: string

/** How long the app waits for a picture; milliseconds. */
const PATIENCE = 1_500

void start()

/** Starts the app, but not before what is there to be seen without it has been painted. */
async function start() {
  if (await document.showFirstScreen?.(APP)) await painted()
  else if (document.getElementById('drawn')) await drawnPainted()
  linkLater()
  await evaluate()
}

/** Says where the icon and the manifest are, which a browser then fetches. */
function linkLater() {
  for (const link of document.querySelectorAll<HTMLLinkElement>('[data-later]')) {
    link.href = link.dataset.later ?? ''
  }
}

/**
 * Without stacks: React makes errors while it is evaluated, for the first of which a browser that
 * is inspected, as by Lighthouse, reads all of the code anew. Others lose nothing.
 */
async function evaluate() {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = undefined
  await import(APP).finally(() => {
    Error.stackTraceLimit = stackTraceLimit
  })
}

/** With the picture that the page is waited for: both would share the line. */
async function drawnPainted() {
  const picture = document.querySelector<HTMLImageElement>('#drawn [fetchpriority=high]')
  const isDecoded = picture && attempt(() => picture.decode(), PATIENCE)
  await painted()
  if (!isDecoded) return
  await isDecoded
  await painted()
}

/** A frame is not on the screen before the next one begins. Of a page out of sight there are none. */
function painted() {
  return new Promise<void>((resolve) => {
    if (document.hidden) resolve()
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))
  })
}

declare global {
  interface ErrorConstructor {
    /** Of V8 and Safari. Errors have no stack where it is no number. */
    stackTraceLimit?: number | undefined
  }
}
