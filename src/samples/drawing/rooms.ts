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
  tatami: drawTatamiRoom,
  openRooms: drawOpenRooms,
  veranda: drawVeranda,
  hearth: drawHearthRoom,
  kitchen: drawKitchen,
  oldKitchen: drawOldKitchen,
  living: drawLivingRoom,
  bath: drawBathroom,
  entrance: drawEntrance,
  upstairs: drawUpstairsRoom,
} satisfies Record<string, (light: Light, random: Random) => Sheet>

export type RoomView = keyof typeof ROOMS

export function drawRoom(view: RoomView, light: Light, random: Random) {
  const sheet = ROOMS[view](light, random)
  drawSeal(sheet)
  return sheet.toString()
}
