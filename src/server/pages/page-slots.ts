/**
 * Matches a slot, a part of a page that the build or the server can replace: `<!-- slot:NAME
 * -->default<!-- /slot:NAME -->`.
 */
const SLOT = /<!-- slot:(\w+) -->.*?<!-- \/slot:\1 -->/gs

/**
 * Replaces slots, including their markers, by `contents`. Other slots keep their default.
 * @throws if a slot is missing or occurs twice.
 */
export function fillSlots(page: string, contents: Record<string, string>) {
  const unfilled = new Map(Object.entries(contents))
  const filled = page.replace(SLOT, (slot, name) => {
    if (!(name in contents)) return slot
    const content = unfilled.get(name)
    if (content === undefined) throw new Error(`The page has the slot ${name} twice`)
    unfilled.delete(name)
    return content
  })
  if (unfilled.size > 0) throw new Error(`The page has no slot ${[...unfilled.keys()].join()}`)
  return filled
}

/**
 * Takes an element out of `html`: the text from the first `start` to the next `end`. Returns the
 * element and the rest of `html`. If there is no such element, returns an empty element.
 */
export function takeElement(html: string, start: string, end: string) {
  const from = html.indexOf(start)
  if (from === -1) return { element: '', rest: html }
  const to = html.indexOf(end, from) + end.length
  return { element: html.slice(from, to), rest: html.slice(0, from).trimEnd() + html.slice(to) }
}
