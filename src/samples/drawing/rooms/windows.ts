import type { Colour } from '../colour.ts'
import { polygon } from '../path.ts'
import { drawGardenView } from './garden-view.ts'
import { type Plane, quadOn, type Room, ruleLines } from './room.ts'

interface Glazed {
  low: number
  high: number
  sashes: number
  frame: Colour
}

/** A window or a wide glass door, with the garden behind it. */
export function drawGlazing(
  room: Room,
  plane: Plane,
  from: number,
  to: number,
  { low, high, sashes, frame }: Glazed,
) {
  drawGardenView(room, quadOn(room, plane, from, to, low, high))
  const bars = Array.from(
    { length: sashes + 1 },
    (_, index) => from + (index / sashes) * (to - from),
  ).map((s) => [s, low, s, high] as const)
  ruleLines(room, plane, [...bars, [from, low, to, low], [from, high, to, high]], frame, 0.06)
  if (low < 0.2)
    ruleLines(
      room,
      plane,
      [[from, low + (high - low) * 0.28, to, low + (high - low) * 0.28]],
      frame,
      0.035,
    )
}

export function drawSunPatch(room: Room, near: number, far: number) {
  const { sheet, outside, width, side, eye } = room
  if (outside.lamps > 0.2 || outside.season === 'rain') return
  const from = (side * width) / 2
  const reach = -side * width * 0.52
  const panes = 4
  const patches = Array.from({ length: panes }, (_, index) => {
    const y = (part: number) => near + ((far - near) * (index + part)) / panes
    return polygon([
      eye.see([from, y(0.08), 0.005]),
      eye.see([from, y(0.92), 0.005]),
      eye.see([from + reach, y(0.92) - 0.5, 0.005]),
      eye.see([from + reach, y(0.08) - 0.5, 0.005]),
    ])
  })
  sheet.fill(patches.join(''), '#fff6d9', 0.34)
}
