import { takePressedButton } from './pressed-button.ts'

/**
 * Replaces the snapshot with the app as soon as the app shows a page instead of a loading state.
 * `app` is the element into which the app renders, outside the document. Repeats the tap that the
 * person made on the snapshot.
 */
export function replaceSnapshot(snapshot: Element, app: Element) {
  const observer = new MutationObserver(replaceIfReady)
  observer.observe(app, { childList: true, subtree: true, characterData: true })
  replaceIfReady()

  function replaceIfReady() {
    const main = app.querySelector('main')
    if (!main?.textContent || main.querySelector('[data-loading]')) return
    observer.disconnect()
    const { activeElement } = document
    const pressed = takePressedButton()
    const focused = activeElement && findCounterpart(activeElement, snapshot, app)
    const button = pressed && findCounterpart(pressed, snapshot, app)
    snapshot.replaceWith(app)
    document.adoptedStyleSheets = []
    focused?.focus({ preventScroll: true })
    button?.click()
  }
}

/** Finds the element of `app` with the same tag, name and position as an element of the snapshot. */
function findCounterpart(element: Element, snapshot: Element, app: Element) {
  const sameIn = (root: Element) =>
    [...root.querySelectorAll<HTMLElement>(element.localName)].filter(
      (other) => nameOf(other) === nameOf(element),
    )
  const position = sameIn(snapshot).indexOf(element as HTMLElement)
  return sameIn(app)[position]
}

function nameOf(element: Element) {
  return element.getAttribute('aria-label') ?? element.textContent
}
