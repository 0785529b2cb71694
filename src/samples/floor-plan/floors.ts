import { type Colour, darker } from '../drawing/colour.ts'
import type { Point } from '../drawing/sheet.ts'
import type { Room, RoomKind } from './blocks.ts'
import { layMats } from './mat-pattern.ts'
import type { Paper } from './paper.ts'

const BOARDS: Colour = '#f1dfc0'
const WATER: Colour = '#dbe6ec'
const WAY: Colour = '#f4ede1'
const EARTH: Colour = '#e0d9cd'

export const FLOORS: Record<RoomKind, Colour> = {
  tatami: '#dde3c6',
  western: BOARDS,
  studio: BOARDS,
  living: '#f4e3b8',
  dining: '#f4e3b8',
  kitchen: '#f4e3b8',
  service: '#ebe3d6',
  shop: EARTH,
  earth: EARTH,
  entrance: EARTH,
  hall: WAY,
  stairs: WAY,
  bath: WATER,
  washroom: WATER,
  toilet: WATER,
  closet: '#e9e2d6',
  alcove: '#d9c7a4',
  engawa: '#e8cfa2',
  balcony: '#f1efea',
}

/** Draws the floor of a room: mats, boards, tiles or earth. */
export function drawFloorOf(room: Room, paper: Paper) {
  const { kind, x, y, width, height } = room
  paper.rect(x, y, width, height, FLOORS[kind])
  switch (kind) {
    case 'tatami':
      return drawMats(room, paper)
    case 'engawa':
      return paper.draw(ruledLines(room, 'x', 1 / 3), 1.6, '#b48a52', 0.75)
    case 'western':
    case 'studio':
    case 'living':
      return paper.draw(ruledLines(room, 'x', 0.5), 1.2, darker(FLOORS[kind], 0.25), 0.35)
    case 'bath':
    case 'entrance':
      return paper.draw(
        [...ruledLines(room, 'x', 0.5), ...ruledLines(room, 'y', 0.5)],
        1.2,
        '#8d99a0',
        0.45,
      )
    case 'earth':
    case 'shop':
      return paper.draw(speckles(room), 3, '#8f8574', 0.5)
    case 'stairs':
      return drawTreads(room, paper)
    case 'balcony':
      return paper.draw(ruledLines(room, 'y', 0.25), 1, '#a8a29a', 0.5)
    case 'alcove':
      return paper.draw(
        [
          [
            [x + 0.25, y + 0.2],
            [x + 0.25, y + height - 0.2],
          ],
        ],
        1.6,
        '#8a6a3c',
        0.8,
      )
    case 'closet':
      return (
        width * height <= 4 &&
        paper.draw(
          [
            [
              [x, y],
              [x + width, y + height],
            ],
          ],
          1.4,
          '#9a9184',
          0.8,
        )
      )
  }
}

/** Draws the outline of each mat, as is usual in floor plans. */
function drawMats({ x, y, width, height }: Room, paper: Paper) {
  for (const mat of layMats(width, height))
    paper.outline(x + mat.x, y + mat.y, mat.width, mat.height, 1.8, '#8a9a68')
}

function ruledLines({ x, y, width, height }: Room, along: 'x' | 'y', apart: number): Point[][] {
  const count = Math.ceil((along === 'x' ? height : width) / apart) - 1
  return Array.from({ length: count }, (_, index): Point[] => {
    const away = (index + 1) * apart
    return along === 'x'
      ? [
          [x, y + away],
          [x + width, y + away],
        ]
      : [
          [x + away, y],
          [x + away, y + height],
        ]
  })
}

function speckles({ x, y, width, height }: Room): Point[][] {
  const across = width * 3
  return Array.from({ length: across * height * 3 }, (_, index): Point[] => {
    const [column, line] = [index % across, Math.floor(index / across)]
    const [left, top] = [x + (column + 0.5) / 3, y + (line + 0.5) / 3]
    const shift = ((column * 7 + line * 13) % 5) / 30
    return [
      [left + shift, top - shift],
      [left + shift, top - shift],
    ]
  })
}

/** Draws straight stairs in a narrow room, and stairs with a turn in a square room. */
function drawTreads(room: Room, paper: Paper) {
  const { x, y, width, height } = room
  if (width !== height) return paper.draw(ruledLines(room, 'x', 0.25), 1.4, '#8d857a')
  const [middleX, middleY] = [x + width / 2, y + height / 2]
  const flights = ruledLines({ ...room, y: middleY, height: height / 2 }, 'x', 0.25)
  const turn: Point[][] = [
    [0, 0],
    [width / 2, 0],
    [width, 0],
    [0, height / 2],
    [width, height / 2],
  ].map(([dx = 0, dy = 0]) => [
    [middleX, middleY],
    [x + dx, y + dy],
  ])
  paper.draw([...flights, ...turn], 1.4, '#8d857a')
  paper.draw(
    [
      [
        [middleX, middleY],
        [middleX, y + height],
      ],
    ],
    5,
  )
}
