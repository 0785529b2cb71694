import type { Random } from '../../random.ts'
import { type Colour, darker, lighter } from '../colour.ts'
import type { Light } from '../light.ts'
import { curve, line, lines, polygon } from '../path.ts'
import type { Point } from '../sheet.ts'
import { drawBlock } from './furniture.ts'
import {
  createRoom,
  drawCorners,
  drawShell,
  fillPanel,
  type Plane,
  planesOf,
  type Room,
  ruleLines,
  seeAll,
} from './room.ts'
import { drawGlazing } from './windows.ts'

export function drawBathroom(light: Light, random: Random) {
  const room = createRoom(light, random, {
    width: 2.7,
    depth: 2.3,
    height: 2.3,
    eyeHeight: 1.3,
    span: random.between(690, 750),
    horizon: 390,
    heading: random.between(-0.14, 0.14),
  })
  const { back, left, right } = planesOf(room)
  const { sheet, seen, eye, depth, width } = room
  const tile = random.pick<Colour>(['#a9c4c9', '#bcd0bf', '#dcc7b8', '#93b0c2', '#e3dccb'])
  drawShell(room, '#efece3', tile, '#f1eee6')
  for (const plane of [back, left, right]) drawTileWall(room, plane, tile)
  drawTileFloor(room, tile)
  drawGlazing(room, back, 0.65, 2.05, { low: 1.15, high: 1.85, sashes: 2, frame: '#8d9497' })
  drawCorners(room)
  const cypress = random.chance(0.45)
  const tub: Colour = cypress ? '#c9a26b' : random.pick(['#7fa3b5', '#e9e6de', '#8fb0a0'])
  const [x0, x1, y0] = [-width / 2 + 0.02, width / 2 - 0.75, depth - 0.95]
  drawBlock(room, { x0, x1, y0, y1: depth, z0: 0, z1: 0.62 }, tub)
  const water = seeAll(room, [
    [x0 + 0.08, y0 + 0.08, 0.6],
    [x1 - 0.08, y0 + 0.08, 0.6],
    [x1 - 0.08, depth - 0.04, 0.6],
    [x0 + 0.08, depth - 0.04, 0.6],
  ])
  sheet.fill(polygon(water), seen('#8fc0c4', 0.95))
  const ripples = [0.3, 0.55, 0.8].map((part) =>
    seeAll(room, [
      [x0 + 0.3, y0 + 0.9 * part, 0.6],
      [x0 + 0.9, y0 + 0.9 * part, 0.6],
    ]),
  )
  sheet.stroke(lines(ripples), '#f4fbfa', { width: 3, opacity: 0.6 })
  if (cypress)
    sheet.stroke(
      lines(
        [0.2, 0.4].map((z) =>
          seeAll(room, [
            [x0, y0, z],
            [x1, y0, z],
          ]),
        ),
      ),
      seen('#8f6d3f', 0.6),
      { width: 2.4 },
    )
  const steam = [0, 1, 2].map((index): Point[] => {
    const [x, y] = eye.see([x0 + 0.4 + index * 0.45, depth - 0.5, 0.65])
    return [
      [x, y],
      [x + 26, y - 50],
      [x - 22, y - 100],
      [x + 18, y - 160],
    ]
  })
  sheet.stroke(steam.map(curve).join(''), '#ffffff', { width: 15, opacity: 0.26 })
  drawShower(room)
  drawPail(room)
  return sheet
}

function drawTileWall(room: Room, plane: Plane, tile: Colour) {
  fillPanel(room, plane, [-1.2, plane.length], [0, 1.1], lighter(tile, 0.25))
  const count = Math.ceil((plane.length + 1.2) / 0.2)
  const upright = Array.from(
    { length: count },
    (_, index) => [plane.length - index * 0.2, 0, plane.length - index * 0.2, 1.1] as const,
  )
  const level = [0.2, 0.4, 0.6, 0.8, 1].map((z) => [-1.2, z, plane.length, z] as const)
  ruleLines(room, plane, [...upright, ...level], darker(tile, 0.12), 0.008, 0.7)
  ruleLines(room, plane, [[-1.2, 1.1, plane.length, 1.1]], darker(tile, 0.25), 0.04)
}

function drawTileFloor(room: Room, tile: Colour) {
  const { sheet, width, depth, seen } = room
  const half = width / 2
  const joints: Point[][] = []
  for (let x = -half; x <= half; x += 0.18)
    joints.push(
      seeAll(room, [
        [x, -1.2, 0],
        [x, depth, 0],
      ]),
    )
  for (let y = -1.1; y <= depth; y += 0.18)
    joints.push(
      seeAll(room, [
        [-half, y, 0],
        [half, y, 0],
      ]),
    )
  sheet.stroke(lines(joints), seen(darker(tile, 0.25), 0.8), { width: 1.4, opacity: 0.5 })
}

function drawShower(room: Room) {
  const { sheet, seen, eye, width, depth } = room
  const [x, y] = eye.see([width / 2 - 0.36, depth, 0.95])
  const chrome = seen('#b9c0c2', 0.95)
  sheet.stroke(
    line([
      [x - 34, y],
      [x + 34, y],
    ]),
    chrome,
    { width: 9 },
  )
  sheet.stroke(
    line([
      [x, y + 4],
      [x, y + 26],
    ]),
    chrome,
    { width: 7 },
  )
  sheet.stroke(
    curve([
      [x + 20, y],
      [x + 60, y + 60],
      [x + 44, y - 70],
      [x + 38, y - 128],
    ]),
    seen('#8d9497', 0.8),
    { width: 4 },
  )
  sheet.stroke(
    line([
      [x + 38, y - 128],
      [x + 16, y - 146],
    ]),
    chrome,
    { width: 13 },
  )
  const mirror = seeAll(room, [
    [width / 2 - 0.56, depth, 1.25],
    [width / 2 - 0.14, depth, 1.25],
    [width / 2 - 0.14, depth, 1.75],
    [width / 2 - 0.56, depth, 1.75],
  ])
  sheet.fill(polygon(mirror), seen('#c9d8da', 0.9))
  sheet.stroke(line([...mirror, ...mirror.slice(0, 1)]), seen('#8d9497', 0.8), { width: 3 })
}

/** A stool and the yellow bowl of Japanese bathhouses. */
function drawPail(room: Room) {
  const { sheet, seen, eye, width, depth, random } = room
  const x = width / 2 - 0.4
  drawBlock(
    room,
    { x0: x - 0.17, x1: x + 0.17, y0: depth - 1.1, y1: depth - 0.82, z0: 0, z1: 0.26 },
    '#c9a26b',
  )
  const [px, py] = eye.see([x - 0.5, depth - 1.15, 0])
  const metre = eye.scale([x, depth - 1.15, 0])
  const colour = random.pick<Colour>(['#e3b53a', '#c9a26b'])
  sheet.fill(
    polygon([
      [px - metre * 0.1, py],
      [px - metre * 0.14, py - metre * 0.13],
      [px + metre * 0.14, py - metre * 0.13],
      [px + metre * 0.1, py],
    ]),
    seen(colour, 0.8),
  )
  sheet.stroke(
    line([
      [px - metre * 0.13, py - metre * 0.13],
      [px + metre * 0.13, py - metre * 0.13],
    ]),
    seen(lighter(colour, 0.2), 1),
    { width: metre * 0.04 },
  )
}
