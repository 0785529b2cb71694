/** The size and position of a circle on the map, in pixels. */
export interface DrawnCluster {
  key: string
  x: number
  y: number
  radius: number
  width: number
}

/** In pixels: the gap between a circle and its name, and the height of the name's line. */
const NAME_GAP = 3
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

/** The middle of a name, in pixels from the middle of its circle. */
export interface NameOffset {
  x: number
  y: number
}

/**
 * Returns where the names of circles stand, by the keys of the circles: below, above or beside the
 * circle, in the first place where the name covers no other circle or name. Leaves out names that
 * fit nowhere. Earlier circles have precedence.
 */
export function fitNames(clusters: readonly DrawnCluster[]): Map<string, NameOffset> {
  const taken: Box[] = clusters.map(({ x, y, radius }) => ({
    left: x - radius,
    right: x + radius,
    top: y - radius,
    bottom: y + radius,
  }))
  const named = new Map<string, NameOffset>()
  for (const { key, x, y, radius, width } of clusters) {
    const across = radius + NAME_GAP + width / 2
    const along = radius + NAME_GAP + NAME_HEIGHT / 2
    const offsets = [
      { x: 0, y: along },
      { x: 0, y: -along },
      { x: across, y: 0 },
      { x: -across, y: 0 },
    ]
    for (const offset of offsets) {
      const box = {
        left: x + offset.x - width / 2,
        right: x + offset.x + width / 2,
        top: y + offset.y - NAME_HEIGHT / 2,
        bottom: y + offset.y + NAME_HEIGHT / 2,
      }
      if (taken.some((other) => overlaps(box, other))) continue
      taken.push(box)
      named.set(key, offset)
      break
    }
  }
  return named
}

function overlaps(a: Box, b: Box) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}
