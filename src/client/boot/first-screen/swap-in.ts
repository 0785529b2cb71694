import type { RegisteredRouter } from '@tanstack/react-router'
import { session } from '#client/session/session.ts'
import { OF_NOW } from './first-screen.ts'

/** How long the app may look otherwise than what was kept once its page is there; milliseconds. */
const PATIENCE = 1_000
/** How long pictures may take to be drawn again; milliseconds. */
const PATIENCE_FOR_PICTURES = 300

interface Drawn {
  /** What was kept, on the screen. */
  kept: HTMLElement
  /** Where the app is being drawn, out of sight. */
  place: HTMLElement
  router: RegisteredRouter
  /** When the router has loaded its page. */
  loaded: Promise<void>
}

/**
 * Puts the app in the place of what was kept of it, once both show the same: so that nothing moves,
 * and what somebody has scrolled to, focused or pressed meanwhile holds.
 */
export async function takeOver({ kept, place, router, loaded }: Drawn) {
  await untilSame({ kept, place, router, loaded })
  await within(PATIENCE_FOR_PICTURES, untilDecoded(kept, place))
  const focused = kept.contains(document.activeElement) ? document.activeElement : null
  kept.replaceWith(place)
  if (focused) findLike(focused, place)?.focus({ preventScroll: true })
  window.onclick = null
  if (document.pressed) findLike(document.pressed, place)?.click()
  document.pressed = null
}

/** Or until it is known that they will not. */
async function untilSame({ kept, place, router, loaded }: Drawn) {
  const { pathname } = location
  const shown = wordsOf(kept)
  let stop = () => {}
  const same = new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      if (wordsOf(place).startsWith(shown)) resolve()
    })
    observer.observe(place, { childList: true, characterData: true, subtree: true })
    // Whoever is not signed in any more is shown nothing.
    const stopWatching = session.watch(() => resolve())
    stop = () => {
      observer.disconnect()
      stopWatching()
    }
  })
  const given = loaded.then(() => {
    const isHere = router.latestLocation.pathname === pathname
    return isHere ? within(PATIENCE, same) : undefined
  })
  await Promise.race([same, given])
  stop()
}

/** The words of a page, but those of the moment. */
function wordsOf(root: Element) {
  const main = root.querySelector('main')
  if (!main) return ''
  const walker = document.createTreeWalker(
    main,
    NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
    (node) => {
      if (node instanceof Text) return NodeFilter.FILTER_ACCEPT
      return (node as Element).matches(OF_NOW) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP
    },
  )
  let words = ''
  while (walker.nextNode()) words += walker.currentNode.nodeValue
  return words
}

/** The pictures that are on the screen: so they are drawn in the frame in which they come anew. */
function untilDecoded(kept: HTMLElement, place: HTMLElement) {
  const pictures = [...place.querySelectorAll('img')]
  const decoded = [...kept.querySelectorAll('img')].map(({ complete, naturalWidth }, at) => {
    const picture = complete && naturalWidth > 0 ? pictures[at] : undefined
    if (!picture) return undefined
    // It would wait until it is in sight.
    picture.loading = 'eager'
    return picture.decode()
  })
  return Promise.allSettled(decoded)
}

/** What an element has become in `place`: the one of the same part of the page that is called the same. */
function findLike(element: Element, place: Element) {
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
