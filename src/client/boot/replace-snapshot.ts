import { takePressedButton } from './pressed-button.ts'

/**
 * After this time, the app replaces the snapshot even with a loading state. The person can then use
 * the header while the page still loads.
 */
const LONGEST_MS = 5_000

/**
 * Replaces the snapshot with the app as soon as the app shows a page instead of a loading state.
 * `app` is the element into which the app renders, outside the document. Until then, the app's
 * elements have no size, and `document.querySelector` finds the snapshot. Repeats the press that
 * the person made on the snapshot.
 */
export function replaceSnapshot(snapshot: Element, app: Element) {
  const observer = new MutationObserver(replaceIfReady)
  observer.observe(app, { childList: true, subtree: true, characterData: true })
  let isOverdue = false
  const timer = setTimeout(() => {
    isOverdue = true
    replaceIfReady()
  }, LONGEST_MS)

  function replaceIfReady() {
    const main = app.querySelector('main')
    const isReady = main?.textContent && !main.querySelector('[data-loading]')
    if (isReady || (isOverdue && app.hasChildNodes())) replace()
  }

  function replace() {
    observer.disconnect()
    clearTimeout(timer)
    const { activeElement } = document
    const pressed = takePressedButton()
    const focused = activeElement && findCounterpart(activeElement, app)
    const button = pressed && findCounterpart(pressed, app)
    snapshot.replaceWith(app)
    snapshot.replaceChildren()
    document.adoptedStyleSheets = []
    focused?.focus({ preventScroll: true })
    button?.click()
  }
}

/**
 * Finds the element of `app` that corresponds to an element of the snapshot: the first one with the
 * same tag and name, in the card of the same house. If the house is no longer on the page, there is
 * none, so a press on "Remove" cannot remove another house.
 */
function findCounterpart(element: Element, app: Element) {
  return [...app.querySelectorAll<HTMLElement>(element.localName)].find(
    (other) => nameOf(other) === nameOf(element) && titleIdOf(other) === titleIdOf(element),
  )
}

const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent

/** The id of the title of the card or list item that contains an element. */
function titleIdOf(element: Element) {
  return element.closest('article, li')?.querySelector('h1, h2, h3')?.id
}
