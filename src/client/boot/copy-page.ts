/**
 * Elements that a snapshot leaves out: code, and messages about a transient state, such as the state
 * of the connection.
 */
const TRANSIENT = 'script, [data-transient]'

/**
 * Copies the first screen of the page for a snapshot. Leaves out what would be wrong or forbidden at
 * the next start.
 */
export function copyPage(root: Element) {
  const copy = copyFirstScreen(root)
  for (const element of copy.querySelectorAll(TRANSIENT)) element.remove()
  // The Content Security Policy blocks inline styles in markup.
  for (const element of copy.querySelectorAll('[style]')) element.removeAttribute('style')
  // A blob URL is valid only while the page that created it is open.
  for (const element of copy.querySelectorAll('[src^="blob:"]')) element.removeAttribute('src')
  // The app starts with all sections folded.
  for (const section of copy.querySelectorAll('details')) section.open = false
  for (const field of copy.querySelectorAll('input, select, textarea')) {
    // `innerHTML` contains the attribute, and not the current state.
    if (field instanceof HTMLInputElement) field.toggleAttribute('checked', field.checked)
    // Otherwise the person could enter something, directly or by a tap on the label, and the app
    // would lose it.
    field.setAttribute('inert', '')
    field.removeAttribute('id')
  }
  return copy
}

/** Copies an element without the descendants that are below the first screen. */
function copyFirstScreen(element: Element) {
  const copy = element.cloneNode() as Element
  for (const child of element.childNodes) {
    // A pinned element stays on the screen while the page scrolls, so the first screen contains it
    // whole.
    if (!(child instanceof Element) || isPinned(child)) copy.append(child.cloneNode(true))
    else if (isOnFirstScreen(child)) copy.append(copyFirstScreen(child))
  }
  return copy
}

const isPinned = (element: Element) => /fixed|sticky/.test(getComputedStyle(element).position)

/** Whether an element is visible when the page opens, or contains visible elements. */
function isOnFirstScreen(element: Element) {
  if (element.parentElement?.matches('details')) return element.matches('summary')
  // An element without a box may have `display: contents`. Its children then have boxes.
  if (element.getClientRects().length === 0) return true
  // At the next start, the person may hold the phone upright instead of sideways.
  const height = Math.max(innerHeight, innerWidth)
  // The page may be scrolled now, which has moved the element up.
  return element.getBoundingClientRect().top < height - scrollY
}
