import type { Point } from './sheet.ts'

type Step = readonly [x: number, y: number]

/** Straight from point to point. */
export const line = (points: readonly Point[]) => lines([points])

export const polygon = (points: readonly Point[]) => `${line(points)}z`

/** Many separate lines as one path, each begun where the last one ended. */
export function lines(all: readonly (readonly Point[])[]) {
  let [x, y] = [0, 0]
  let d = ''
  for (const points of all) {
    const { start, steps } = stepsOf(points)
    if (!start) continue
    const move = d ? `m${text([start[0] - x, start[1] - y])}` : `M${text(start)}`
    // After a relative move, what follows are lines; after an absolute one it has to be said.
    const drawn = steps.length ? `${d ? ' ' : 'l'}${joined(steps.map(text))}` : 'h0'
    d += `${move}${drawn.replace(/^ -/, '-')}`
    ;[x, y] = steps.reduce(([ax, ay], [dx, dy]) => [ax + dx, ay + dy], start)
  }
  return d
}

/** A round dot at each point, as wide as the stroke. */
export const dots = (points: readonly Point[]) => {
  const { start, steps } = stepsOf(points)
  return start ? `M${text(start)}h0${steps.map((step) => `m${text(step)}h0`).join('')}` : ''
}

/** A soft line: it starts and ends at the first and last point and leans towards those between. */
export function curve(points: readonly Point[]) {
  const [first, second, ...rest] = points
  const last = points.at(-1)
  if (!first || !last) return ''
  if (!second || rest.length === 0) return line(points)
  const inner = points.slice(1, -1)
  const bends = inner.map((control, index): readonly [Point, Point] => {
    const next = inner[index + 1]
    return [control, next ? middle(control, next) : last]
  })
  return bent(first, bends)
}

/** A closed soft shape through the middles between the points. */
export function blob(points: readonly Point[]) {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return ''
  const bends = points.map((control, index): readonly [Point, Point] => [
    control,
    middle(control, points[(index + 1) % points.length] ?? first),
  ])
  return `${bent(middle(last, first), bends)}z`
}

/** A path through quadratic bends: a control point and an end each. */
function bent(start: Point, bends: readonly (readonly [Point, Point])[]) {
  let [x, y] = whole(start)
  const parts = bends.flatMap(([control, end]) => {
    const [controlX, controlY] = whole(control)
    const [endX, endY] = whole(end)
    const part = [text([controlX - x, controlY - y]), text([endX - x, endY - y])]
    x = endX
    y = endY
    return part
  })
  return `M${text(whole(start))}q${joined(parts)}`
}

export const middle = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]

export const between = (a: Point, b: Point, amount: number): Point => [
  a[0] + (b[0] - a[0]) * amount,
  a[1] + (b[1] - a[1]) * amount,
]

/** Whole units, each relative to the one before: as short as a path can be written. */
function stepsOf(points: readonly Point[]): { start: Step | undefined; steps: Step[] } {
  const [first, ...rest] = points.map(whole)
  if (!first) return { start: undefined, steps: [] }
  let [x, y] = first
  const steps = rest.flatMap(([toX, toY]): Step[] => {
    const step: Step = [toX - x, toY - y]
    x = toX
    y = toY
    return step[0] || step[1] ? [step] : []
  })
  return { start: first, steps }
}

const whole = ([x, y]: Point): Step => [Math.round(x), Math.round(y)]
const text = ([x, y]: Step) => (y < 0 ? `${x}${y}` : `${x} ${y}`)
const joined = (parts: readonly string[]) =>
  parts.reduce((all, part) => (all && !part.startsWith('-') ? `${all} ${part}` : all + part), '')
