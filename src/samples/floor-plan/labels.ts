import { mix } from '../drawing/colour.ts'
import type { Point, Sheet } from '../drawing/sheet.ts'
import { mats, type Room } from './blocks.ts'
import { FLOORS } from './floors.ts'
import { lettering, widthOf } from './lettering.ts'
import { INK, INK_SOFT, type Paper } from './paper.ts'

interface Line {
  text: string
  /** The height of the text. The unit is the module of the floor plan. */
  height: number
}

const NAME = 0.3
const SMALL = 0.24
const KANJI = 0.52

/** The label of a room: its name, and its size in mats (jo) if it is a living space. */
function labelOf(room: Room): Line[] {
  const size = { text: `${mats(room)} JO`, height: NAME }
  const named = (text: string): Line[] => [{ text, height: NAME }, size]
  const small = (text: string): Line[] => [{ text, height: SMALL }]
  switch (room.kind) {
    case 'tatami':
      return [{ text: '和', height: KANJI }, size]
    case 'western':
      return [{ text: '洋', height: KANJI }, size]
    case 'studio':
      return named('ROOM')
    case 'living':
      return named('LDK')
    case 'dining':
      return named('DK')
    case 'kitchen':
      return named('K')
    case 'service':
      return named('S')
    case 'shop':
      return named('SHOP')
    case 'earth':
      return small('DOMA')
    case 'entrance':
      return small(room.width > 1 ? 'GENKAN' : '')
    case 'engawa':
      return small(room.width > 2 ? 'ENGAWA' : '')
    case 'balcony':
      return small('BALCONY')
    case 'toilet':
      return small('WC')
    case 'closet':
      return small(room.width * room.height > 4 ? 'STORE' : '')
    case 'alcove':
      return [{ text: '床', height: 0.4 }]
    default:
      return []
  }
}

/**
 * The position of a room's label, as a share of the room's width and height. The label does not
 * cover fixtures.
 */
function placeOf({ kind, width, height }: Room): readonly [number, number] {
  if (kind === 'toilet') return [0.5, width > height ? 0.5 : 0.7]
  // Move the label of a narrow kitchen aside, because the counter fills one long side.
  if (kind === 'kitchen' && width >= height) return [0.5, 0.66]
  return [0.5, 0.5]
}

export function drawLabel(room: Room, { sheet, scale, at }: Paper) {
  const lines = labelOf(room).filter(({ text }) => text)
  const spacing = 0.16
  const high = lines.reduce((sum, { height }) => sum + height, spacing * (lines.length - 1))
  const [across, down] = placeOf(room)
  const [x, y] = [room.x + room.width * across, room.y + room.height * down]
  let top = y - high / 2
  const ground = FLOORS[room.kind]
  const wide = Math.max(0, ...lines.map(({ text, height }) => widthOf(text, height)))
  if (lines.length > 0) {
    const [left, upper] = at(x - wide / 2 - 0.12, top - 0.1)
    sheet.rect(left, upper, (wide + 0.24) * scale, (high + 0.2) * scale, ground)
  }
  for (const { text, height } of lines) {
    const paint = height === KANJI ? mix(ground, INK, 0.62) : INK
    write(sheet, text, at(x, top + height / 2), height * scale, paint)
    top += height + spacing
  }
}

export function write(sheet: Sheet, text: string, centre: Point, height: number, paint = INK_SOFT) {
  sheet.stroke(lettering(text, centre, height), paint, { width: Math.max(1.5, height / 9) })
}
