import { OF_NOW } from './first-screen.ts'

/** How far down, in screens: what is in sight, and where a first swipe leads. */
const SCREENS = 2

/**
 * A copy of a page as it is seen first: without what is far below, what is of the moment, and
 * what a page that is parsed must not have.
 */
export function copyScreen(root: Element) {
  const copy = root.cloneNode() as Element
  for (const part of root.children)
    copy.append(part.matches('main') ? copyTop(part) : part.cloneNode(true))
  for (const element of copy.querySelectorAll(`${OF_NOW}, script`)) element.remove()
  // Blurred likenesses of pictures: our policy allows no such attribute.
  for (const element of copy.querySelectorAll('[style]')) element.removeAttribute('style')
  // It lasts as long as the page that made it.
  for (const element of copy.querySelectorAll('[src^="blob:"]')) element.removeAttribute('src')
  return copy
}

/** Cards are copied whole. */
function copyTop(element: Element): Node {
  if (element.matches('article') || !reachesBelow(element)) return element.cloneNode(true)
  const copy = element.cloneNode()
  for (const child of element.childNodes) {
    if (!(child instanceof Element)) copy.appendChild(child.cloneNode())
    else if (!startsBelow(child)) copy.appendChild(copyTop(child))
  }
  return copy
}

const reachesBelow = (element: Element) => bottom() < element.getBoundingClientRect().bottom
const startsBelow = (element: Element) => bottom() < element.getBoundingClientRect().top
const bottom = () => innerHeight * SCREENS - scrollY
