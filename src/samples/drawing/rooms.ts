import type { Random } from '../random.ts'
import type { Light } from './light.ts'
import { drawBathroom } from './rooms/bathroom.ts'
import { drawEntrance } from './rooms/entrance.ts'
import { drawHearthRoom } from './rooms/hearth.ts'
import { drawKitchen } from './rooms/kitchen.ts'
import { drawLivingRoom } from './rooms/living-room.ts'
import { drawOldKitchen } from './rooms/old-kitchen.ts'
import { drawOpenRooms } from './rooms/open-rooms.ts'
import { drawTatamiRoom } from './rooms/tatami-room.ts'
import { drawUpstairsRoom } from './rooms/upstairs.ts'
import { drawVeranda } from './rooms/veranda.ts'
import { drawSeal } from './seal.ts'
import type { Sheet } from './sheet.ts'

const ROOMS = {
  /** Tatami, an alcove, shoji. */
  tatami: drawTatamiRoom,
  /** Two open tatami rooms, with the garden at the end. */
  openRooms: drawOpenRooms,
  /** The view over the veranda into the garden. */
  veranda: drawVeranda,
  /** Black beams, and a kettle over the hearth. */
  hearth: drawHearthRoom,
  kitchen: drawKitchen,
  /** An earth floor and a clay stove. */
  oldKitchen: drawOldKitchen,
  living: drawLivingRoom,
  bath: drawBathroom,
  entrance: drawEntrance,
  /** A desk at the window. */
  upstairs: drawUpstairsRoom,
} satisfies Record<string, (light: Light, random: Random) => Sheet>

export type RoomView = keyof typeof ROOMS

export function drawRoom(view: RoomView, light: Light, random: Random) {
  const sheet = ROOMS[view](light, random)
  drawSeal(sheet)
  return sheet.toString()
}
