/**
 * Elements that a snapshot leaves out: code, and messages about a transient state, such as the state
 * of the connection.
 */
const TRANSIENT = 'script, [data-transient]'

/**
 * Copies the top of the page for a snapshot. Leaves out what would be wrong or forbidden at the
 * next start.
 */
export function copyPage(root: Element) {
  const copy = root.cloneNode() as Element
  for (const part of root.children)
    copy.append(part.matches('main') ? copyVisible(part) : part.cloneNode(true))
  for (const element of copy.querySelectorAll(TRANSIENT)) element.remove()
  // The Content Security Policy blocks inline styles in markup.
  for (const element of copy.querySelectorAll('[style]')) element.removeAttribute('style')
  // A blob URL is valid only while the page that created it is open.
  for (const element of copy.querySelectorAll('[src^="blob:"]')) element.removeAttribute('src')
  for (const field of copy.querySelectorAll('input, select, textarea')) {
    // `innerHTML` contains the attribute, and not the current state.
    if (field instanceof HTMLInputElement) field.toggleAttribute('checked', field.checked)
    // The app would lose what the person enters into a snapshot.
    field.removeAttribute('id')
    field.setAttribute('inert', '')
  }
  return copy
}

/** Copies an element without the descendants that begin below the visible part of the page. */
function copyVisible(element: Element): Node {
  if (element.getBoundingClientRect().bottom <= fold()) return element.cloneNode(true)
  const copy = element.cloneNode()
  for (const child of element.childNodes) {
    if (!(child instanceof Element)) copy.appendChild(child.cloneNode())
    else if (child.getBoundingClientRect().top < fold()) copy.appendChild(copyVisible(child))
  }
  return copy
}

/**
 * The lower edge of the part of the page that is visible when the page opens, relative to the
 * window. The page may be scrolled now.
 */
const fold = () => innerHeight - scrollY
