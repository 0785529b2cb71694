import type { Colour } from '../drawing/colour.ts'
import { lines, polygon } from '../drawing/path.ts'
import type { Paint, Point, Sheet } from '../drawing/sheet.ts'

export const PAPER: Colour = '#fbf8f3'
export const INK: Colour = '#1e1b18'
export const INK_SOFT: Colour = '#6b645c'
export const SHU: Colour = '#c23b2e'

/** A sheet with a grid of modules, for drawing one floor. */
export interface Paper {
  sheet: Sheet
  /** Pixels per module. */
  scale: number
  at: (x: number, y: number) => Point
  fill: (points: readonly Point[], paint: Paint) => void
  rect: (x: number, y: number, width: number, height: number, paint: Paint) => void
  /** Draws lines between points of the floor. The width is in hundredths of a module. */
  draw: (all: readonly (readonly Point[])[], width: number, paint?: Paint, opacity?: number) => void
  outline: (
    x: number,
    y: number,
    width: number,
    height: number,
    line: number,
    paint?: Paint,
  ) => void
  ellipse: (x: number, y: number, radiusX: number, radiusY: number, line: number) => void
}

export function ruled(sheet: Sheet, [left, top]: Point, scale: number): Paper {
  const at = (x: number, y: number): Point => [left + x * scale, top + y * scale]
  const wide = (width: number) => Math.max(1, (width * scale) / 100)
  const corners = (x: number, y: number, width: number, height: number): Point[] => [
    at(x, y),
    at(x + width, y),
    at(x + width, y + height),
    at(x, y + height),
  ]

  return {
    sheet,
    scale,
    at,
    fill: (points, paint) => sheet.fill(polygon(points.map(([x, y]) => at(x, y))), paint),
    rect: (x, y, width, height, paint) => sheet.fill(polygon(corners(x, y, width, height)), paint),
    draw: (all, width, paint = INK, opacity = 1) =>
      sheet.stroke(lines(all.map((points) => points.map(([x, y]) => at(x, y)))), paint, {
        width: wide(width),
        opacity,
      }),
    outline: (x, y, width, height, line, paint = INK_SOFT) =>
      sheet.stroke(polygon(corners(x, y, width, height)), paint, { width: wide(line) }),
    ellipse: (x, y, radiusX, radiusY, line) => {
      const around = Array.from({ length: 24 }, (_, step): Point => {
        const angle = (step / 24) * 2 * Math.PI
        return at(x + Math.cos(angle) * radiusX, y + Math.sin(angle) * radiusY)
      })
      sheet.stroke(polygon(around), INK_SOFT, { width: wide(line) })
    },
  }
}
