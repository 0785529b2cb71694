/** The size and position of a circle on the map, in pixels. */
export interface DrawnMark {
  key: string
  x: number
  y: number
  radius: number
  /** The width of the name below the circle. */
  width: number
}

/** In pixels: the gap between a circle and the name below it, and the height of the name's line. */
export const NAME_GAP = 3
export const NAME_HEIGHT = 15

/** The font size of the number in a circle, as a share of the circle's radius. */
const NUMBER_SIZE = 0.85
const MAX_NUMBER_PX = 14
const MIN_NUMBER_PX = 9
/** The space between a circle's number and its edge, in pixels. */
const NUMBER_GAP = 3

/**
 * The font size at which a number fits into its circle, in pixels. `widthPerPx` is the width of the
 * number at a font size of one pixel.
 */
export function numberSize(radius: number, widthPerPx: number) {
  const widest = (2 * (radius - NUMBER_GAP)) / widthPerPx
  return Math.max(MIN_NUMBER_PX, Math.min(radius * NUMBER_SIZE, MAX_NUMBER_PX, widest))
}

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/**
 * Returns the keys of the circles whose names fit below them without covering another circle or
 * name. Earlier circles have precedence.
 */
export function fitNames(marks: readonly DrawnMark[]): Set<string> {
  const taken: Box[] = marks.map(({ x, y, radius }) => ({
    left: x - radius,
    right: x + radius,
    top: y - radius,
    bottom: y + radius,
  }))
  const named = new Set<string>()
  for (const { key, x, y, radius, width } of marks) {
    const top = y + radius + NAME_GAP
    const box = { left: x - width / 2, right: x + width / 2, top, bottom: top + NAME_HEIGHT }
    if (taken.some((other) => overlaps(box, other))) continue
    taken.push(box)
    named.add(key)
  }
  return named
}

function overlaps(a: Box, b: Box) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}
