import type { Colour } from './colour.ts'

export const WIDTH = 1200
export const HEIGHT = 900

/** A position on the sheet, from the left and from the top, in units of the sheet. */
export type Point = readonly [x: number, y: number]

/** A colour, or a reference to a gradient that the sheet defines. */
export type Paint = Colour | `url(#${string})`

interface Stroke {
  width: number
  opacity?: number
  cap?: 'round' | 'butt'
  dash?: string
}

interface GradientStop {
  at: number
  colour: Colour
  opacity?: number
}

export type Sheet = ReturnType<typeof createSheet>

/** An SVG picture, painted layer by layer. */
export function createSheet() {
  const elements: string[] = []
  const gradients: string[] = []
  let clips = 0
  let last = { look: '', d: '' }

  const add = (element: string) => {
    flush()
    elements.push(element)
  }
  /** Merges consecutive shapes of the same look into one path. */
  const addPath = (d: string, look: string) => {
    if (look !== last.look) flush()
    last = { look, d: last.d + d }
  }
  const flush = () => {
    if (last.d) elements.push(`<path d="${last.d}" ${last.look}/>`)
    last = { look: '', d: '' }
  }
  const known = new Map<string, Paint>()
  const gradient = (
    kind: 'linear' | 'radial',
    place: string,
    stops: readonly GradientStop[],
  ): Paint => {
    const marks = stops
      .map(
        ({ at, colour, opacity }) =>
          `<stop offset="${short(at)}" stop-color="${seeThrough(colour, opacity)}"/>`,
      )
      .join('')
    const content = `${place}>${marks}</${kind}Gradient>`
    const before = known.get(content)
    if (before) return before
    const id = gradients.length.toString(36)
    gradients.push(`<${kind}Gradient id="${id}"${content}`)
    const paint: Paint = `url(#${id})`
    known.set(content, paint)
    return paint
  }

  return {
    add,

    fill(d: string, paint: Paint, opacity?: number) {
      if (d) addPath(d, `fill="${seeThrough(paint, opacity)}"`)
    },

    stroke(d: string, paint: Paint, { width, opacity, cap, dash }: Stroke) {
      if (!d) return
      const extra = `${cap === 'butt' ? ' stroke-linecap="butt"' : ''}${dash ? ` stroke-dasharray="${dash}"` : ''}`
      addPath(d, `stroke="${seeThrough(paint, opacity)}" stroke-width="${round1(width)}"${extra}`)
    },

    /** A filled shape with round bumps along its edge, for leaves and clouds. */
    bumpy(d: string, colour: Colour, size: number, opacity?: number) {
      const paint = seeThrough(colour, opacity)
      const gap = Math.max(3, Math.round(size * 0.62))
      addPath(
        d,
        `fill="${paint}" stroke="${paint}" stroke-width="${round1(size)}" stroke-dasharray="0 ${gap}"`,
      )
    },

    circle([x, y]: Point, radius: number, paint: Paint, opacity?: number) {
      add(
        `<circle cx="${Math.round(x)}" cy="${Math.round(y)}" r="${round1(radius)}" fill="${seeThrough(paint, opacity)}"/>`,
      )
    },

    rect(x: number, y: number, width: number, height: number, paint: Paint, opacity?: number) {
      const [left, top, wide, high] = [x, y, width, height].map(Math.round)
      addPath(`M${left} ${top}h${wide}v${high}h-${wide}z`, `fill="${seeThrough(paint, opacity)}"`)
    },

    /** A linear gradient between two points of the sheet. */
    gradient([x1, y1]: Point, [x2, y2]: Point, stops: readonly GradientStop[]) {
      const [a, b, c, d] = [x1, y1, x2, y2].map(Math.round)
      return gradient(
        'linear',
        ` gradientUnits="userSpaceOnUse" x1="${a}" y1="${b}" x2="${c}" y2="${d}"`,
        stops,
      )
    },

    /** A gradient from the top to the bottom of the filled shape. */
    fade(stops: readonly GradientStop[]) {
      return gradient('linear', ' x2="0" y2="1"', stops)
    },

    /** A gradient from the centre to the edge of the filled shape. */
    glow(stops: readonly GradientStop[]) {
      return gradient('radial', '', stops)
    },

    /** Clips everything in `paint` to an outline. */
    within(d: string, paint: () => void) {
      const id = `c${clips++}`
      add(`<clipPath id="${id}"><path d="${d}"/></clipPath><g clip-path="url(#${id})">`)
      paint()
      add('</g>')
    },

    toString() {
      flush()
      return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" fill="none" stroke-linecap="round" stroke-linejoin="round">${gradients.join('')}${elements.join('')}</svg>`
    },
  }
}

/**
 * Writes a colour with opacity as `#rrggbbaa`. Gradients contain their own opacity, so gradients
 * stay unchanged.
 */
function seeThrough(paint: Paint, opacity = 1): string {
  if (opacity >= 1 || paint.startsWith('url')) return paint
  return `${paint}${Math.round(Math.max(0, opacity) * 255)
    .toString(16)
    .padStart(2, '0')}`
}

const round1 = (number: number) => Math.round(number * 10) / 10
const short = (number: number) => String(Math.round(number * 100) / 100).replace(/^0\./, '.')
