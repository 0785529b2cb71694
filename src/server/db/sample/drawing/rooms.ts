import type { Random } from '../random.ts'
import type { Light } from './light.ts'
import { drawKitchen, drawLivingRoom, drawOldKitchen } from './rooms/everyday-rooms.ts'
import { drawVeranda } from './rooms/garden-room.ts'
import { drawHearthRoom, drawOpenRooms, drawTatamiRoom } from './rooms/japanese-rooms.ts'
import { drawBathroom, drawEntrance, drawUpstairsRoom } from './rooms/small-rooms.ts'

const ROOMS = {
  /** Mats, an alcove, paper doors. */
  tatami: drawTatamiRoom,
  /** Two rooms of mats in one, the garden at the end. */
  openRooms: drawOpenRooms,
  /** Out over the veranda into the garden. */
  veranda: drawVeranda,
  /** Black beams, a kettle over the fire. */
  hearth: drawHearthRoom,
  kitchen: drawKitchen,
  /** An earth floor and a clay stove. */
  oldKitchen: drawOldKitchen,
  living: drawLivingRoom,
  bath: drawBathroom,
  entrance: drawEntrance,
  /** A desk at the window. */
  upstairs: drawUpstairsRoom,
} satisfies Record<string, (light: Light, random: Random) => string>

export type RoomView = keyof typeof ROOMS

export const drawRoom = (view: RoomView, light: Light, random: Random) => ROOMS[view](light, random)
