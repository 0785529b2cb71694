import { type Colour, darker, lighter } from '../colour.ts'
import { lines } from '../path.ts'
import type { Point } from '../sheet.ts'
import { type Room, seeAll } from './room.ts'

export function drawCeilingBoards(room: Room, wood: Colour) {
  const { sheet, width, depth, height, eye, seen } = room
  const half = width / 2
  const battens = Array.from({ length: 7 }, (_, index) => {
    const x = -half + ((index + 0.5) / 7) * width
    return [eye.see([x, -1.2, height]), eye.see([x, depth, height])]
  })
  const joints = [0.15, 0.4, 0.65, 0.9].map((part) => [
    eye.see([-half, depth * part, height]),
    eye.see([half, depth * part, height]),
  ])
  sheet.stroke(lines(joints), seen(darker(wood, 0.15), 0.4), { width: 1.4, opacity: 0.5 })
  sheet.stroke(lines(battens), seen(darker(wood, 0.35), 0.45), { width: 4.5, cap: 'butt' })
}

export function drawFloorboards(room: Room, wood: Colour, across = 14) {
  const { sheet, width, depth, seen } = room
  const half = width / 2
  const joints = Array.from({ length: across - 1 }, (_, index) => {
    const x = -half + ((index + 1) / across) * width
    return seeAll(room, [
      [x, -1.2, 0],
      [x, depth, 0],
    ])
  })
  sheet.stroke(lines(joints), seen(darker(wood, 0.4), 0.6), { width: 2, opacity: 0.55 })
  const shine = Array.from({ length: 9 }, (_, index): Point[] => {
    const x = -half + ((index * 1.5 + 0.75) / across) * width
    return seeAll(room, [
      [x, room.random.between(-0.6, depth * 0.4), 0],
      [x, room.random.between(depth * 0.5, depth), 0],
    ])
  })
  sheet.stroke(lines(shine), seen(lighter(wood, 0.3), 1), { width: 5, opacity: 0.3 })
}
