const BACKSLASH = 0x5c
export const QUOTE = 0x22
const COMMA = 0x2c
export const LINE_FEED = 0x0a
export const SPACE = 0x20
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])

/**
 * Tracks the nesting depth in JSON, to find the brackets and commas of the outermost list or
 * object. `depth` is the number of brackets that are open before the first character.
 */
export function followBrackets(depth = 0) {
  let inString = false
  let isEscaped = false

  return function meet(code: number): 'inside' | 'beginning' | 'separator' | 'end' {
    if (inString) {
      if (isEscaped) isEscaped = false
      else if (code === BACKSLASH) isEscaped = true
      else if (code === QUOTE) inString = false
    } else if (code === QUOTE) {
      inString = true
    } else if (OPENING.has(code)) {
      depth += 1
      if (depth === 1) return 'beginning'
    } else if (CLOSING.has(code)) {
      depth -= 1
      if (depth === 0) return 'end'
    } else if (code === COMMA && depth === 1) {
      return 'separator'
    }
    return 'inside'
  }
}
