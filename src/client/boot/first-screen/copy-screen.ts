import { MOMENTARY } from './first-screen.ts'

/** How much of the page is copied, in screen heights: the visible part and one swipe below it. */
const SCREENS = 2

/**
 * Copies a page for the saved first screen. Leaves out distant parts, momentary messages, and
 * everything that would run as code or that the Content Security Policy forbids.
 */
export function copyScreen(root: Element) {
  const copy = root.cloneNode() as Element
  for (const part of root.children)
    copy.append(part.matches('main') ? copyVisible(part) : part.cloneNode(true))
  for (const element of copy.querySelectorAll(`${MOMENTARY}, script`)) element.remove()
  // Blur placeholders are inline styles, which the Content Security Policy would block in the saved
  // screen.
  for (const element of copy.querySelectorAll('[style]')) element.removeAttribute('style')
  // A blob URL is valid only while the page that made the URL is open. In the saved screen, the
  // picture would be broken.
  for (const element of copy.querySelectorAll('[src^="blob:"]')) element.removeAttribute('src')
  return copy
}

/**
 * Copies an element for the saved first screen. Leaves out descendants that begin more than
 * `SCREENS` screen heights below the top of the page. Cards are copied whole.
 */
function copyVisible(element: Element): Node {
  if (element.matches('article') || !reachesBelow(element)) return element.cloneNode(true)
  const copy = element.cloneNode()
  for (const child of element.childNodes) {
    if (!(child instanceof Element)) copy.appendChild(child.cloneNode())
    else if (!startsBelow(child)) copy.appendChild(copyVisible(child))
  }
  return copy
}

const reachesBelow = (element: Element) => bottom() < element.getBoundingClientRect().bottom
const startsBelow = (element: Element) => bottom() < element.getBoundingClientRect().top
const bottom = () => innerHeight * SCREENS - scrollY
