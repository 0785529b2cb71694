import type { RegisteredRouter } from '@tanstack/react-router'
import { session } from '#client/session/session.ts'
import { MOMENTARY } from './first-screen.ts'

/** How long the swap waits until the loaded page shows the saved text. */
const SWAP_TIMEOUT_MS = 1_000
/** How long the swap waits until the pictures are decoded. */
const DECODE_TIMEOUT_MS = 300

interface Swap {
  /** The saved first screen, which the person sees. */
  savedScreen: HTMLElement
  /** The element in which the app renders. It is not in the document yet. */
  place: HTMLElement
  router: RegisteredRouter
  /** Resolves when the router has loaded the page. */
  loaded: Promise<void>
}

/**
 * Replaces the saved first screen with the app once both show the same text. The swap keeps the
 * scroll position and the focus, and replays a tap made before the swap.
 */
export async function swapIn({ savedScreen, place, router, loaded }: Swap) {
  await untilSameText({ savedScreen, place, router, loaded })
  await within(DECODE_TIMEOUT_MS, untilDecoded(savedScreen, place))
  const focused = savedScreen.contains(document.activeElement) ? document.activeElement : null
  savedScreen.replaceWith(place)
  if (focused) findCounterpart(focused, place)?.focus({ preventScroll: true })
  window.onclick = null
  if (document.pressed) findCounterpart(document.pressed, place)?.click()
  document.pressed = null
}

/**
 * Resolves when the app shows the saved screen's text, when another page loads, when the session
 * ends, or after `SWAP_TIMEOUT_MS`.
 */
async function untilSameText({ savedScreen, place, router, loaded }: Swap) {
  const { pathname } = location
  const shown = textOf(savedScreen)
  let stop = () => {}
  const same = new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      if (textOf(place).startsWith(shown)) resolve()
    })
    observer.observe(place, { childList: true, characterData: true, subtree: true })
    // If the session ends, the saved screen must disappear immediately.
    const stopWatching = session.watch(() => resolve())
    stop = () => {
      observer.disconnect()
      stopWatching()
    }
  })
  const given = loaded.then(() => {
    const isHere = router.latestLocation.pathname === pathname
    return isHere ? within(SWAP_TIMEOUT_MS, same) : undefined
  })
  await Promise.race([same, given])
  stop()
}

/** The text of a page, without momentary messages. */
function textOf(root: Element) {
  const main = root.querySelector('main')
  if (!main) return ''
  const walker = document.createTreeWalker(
    main,
    NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
    (node) => {
      if (node instanceof Text) return NodeFilter.FILTER_ACCEPT
      return (node as Element).matches(MOMENTARY)
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_SKIP
    },
  )
  let text = ''
  while (walker.nextNode()) text += walker.currentNode.nodeValue
  return text
}

/**
 * Decodes the pictures that are already visible, so that the pictures do not flicker during the
 * swap.
 */
function untilDecoded(savedScreen: HTMLElement, place: HTMLElement) {
  const pictures = [...place.querySelectorAll('img')]
  const decoded = [...savedScreen.querySelectorAll('img')].map(({ complete, naturalWidth }, at) => {
    const picture = complete && naturalWidth > 0 ? pictures[at] : undefined
    if (!picture) return undefined
    // Load lazy pictures now, because they would never load outside the document.
    picture.loading = 'eager'
    return picture.decode()
  })
  return Promise.allSettled(decoded)
}

/**
 * Finds the counterpart of `element` in `place`. The counterpart has the same tag and text, and is
 * in the same article, header or main element.
 */
function findCounterpart(element: Element, place: Element) {
  const part = element.closest('article, header, main')
  const parts = [
    ...place.querySelectorAll<HTMLElement>(
      part?.id ? `#${CSS.escape(part.id)}` : (part?.tagName ?? '*'),
    ),
  ]
  return parts
    .flatMap((part) => [part, ...part.querySelectorAll<HTMLElement>(element.tagName)])
    .find((other) => other.tagName === element.tagName && other.textContent === element.textContent)
}

async function within<T>(milliseconds: number, done: Promise<T>) {
  await Promise.race([done, new Promise((resolve) => setTimeout(resolve, milliseconds))])
}
