import { type Hour, lightOf, type Season } from './drawing/light.ts'
import { drawOutside } from './drawing/outside.ts'
import type { Framing } from './drawing/outside-view.ts'
import { drawRoom, type RoomView } from './drawing/rooms.ts'
import { drawSurroundings } from './drawing/surroundings.ts'
import { drawFloorPlan } from './floor-plan.ts'
import { KINDS } from './kinds.ts'
import { type Random, seededRandom } from './random.ts'
import type { SampleHouse } from './sample-house.ts'

/** Draws a picture as SVG. */
export type Picture = () => string

/**
 * The pictures of a listing: the house, a room, the house at another time, the floor plan, and the
 * surroundings.
 */
export function picturesOf(house: SampleHouse): [front: Picture, ...more: Picture[]] {
  const random = seededRandom(`pictures of ${house.id}`)
  const { season, hour } = house.scene
  const again = otherTime(house, random.fork('again'))
  const [first, second] = framingsOf(house, random)
  const side = random.pick([-1, 1])
  return [
    () => outside(house, { season, hour, framing: first, side }, random.fork('first')),
    () => room(house, random.fork('room')),
    () => outside(house, { ...again, framing: second, side: -side }, random.fork('second')),
    () => drawFloorPlan(house.plan),
    () => surroundings(house, random.fork('around')),
  ]
}

function room(house: SampleHouse, random: Random) {
  const light = lightOf(house.scene.season, daytime(random), random)
  return drawRoom(random.pick(roomsOf(house)), light, random)
}

function surroundings({ kind, town, scene: { land, season } }: SampleHouse, random: Random) {
  const light = lightOf(season, daytime(random), random)
  const hasRailway = town.way.endsWith('Station') && !town.way.startsWith('Bus')
  return drawSurroundings({ light, land, isThatched: kind === 'prayingHands', hasRailway }, random)
}

interface Sight {
  season: Season
  hour: Hour
  framing: Framing
  /** Where the viewer stands: left (1) or right (-1) of the middle of the house's front. */
  side: number
}

function outside(house: SampleHouse, { season, hour, framing, side }: Sight, random: Random) {
  const { land, trees, fence } = house.scene
  return drawOutside(
    {
      light: lightOf(season, hour, random.fork('light')),
      land,
      trees,
      fence,
      framing,
      // Seed the shape of the house with its id, so that all pictures show the same house.
      house: KINDS[house.kind].draw(seededRandom(`form of ${house.id}`)),
      bearing:
        side * (framing === 'street' ? random.between(0.45, 0.8) : random.between(0.25, 0.75)),
    },
    random,
  )
}

function framingsOf({ kind, scene }: SampleHouse, random: Random): [Framing, Framing] {
  if (kind === 'machiya' || kind === 'signboard') return ['street', 'street']
  if (scene.land === 'town' || kind === 'flat') return ['yard', 'close']
  return random.chance(0.3) ? ['fields', 'yard'] : ['yard', random.pick(['fields', 'close'])]
}

const daytime = (random: Random): Hour => random.pick(['morning', 'noon', 'evening'])

const SEASONS: Record<SampleHouse['climate'], Season[]> = {
  snowy: ['spring', 'summer', 'autumn', 'winter', 'winter'],
  mild: ['spring', 'rain', 'summer', 'autumn'],
  subtropical: ['summer', 'rain'],
}
const HOURS: Hour[] = ['morning', 'noon', 'evening', 'dusk', 'night']

function otherTime({ climate, scene }: SampleHouse, random: Random) {
  return {
    season: random.pick(SEASONS[climate].filter((season) => season !== scene.season)),
    hour: random.pick(HOURS.filter((hour) => hour !== scene.hour)),
  }
}

/** The rooms in the house's plan that pictures can show. */
function roomsOf({ kind, plan, year }: SampleHouse): RoomView[] {
  const rooms = plan.floors.flatMap((floor) => floor.rooms)
  const count = (kind: (typeof rooms)[number]['kind']) =>
    rooms.filter((room) => room.kind === kind).length
  const isOld = year < 1945
  const views: [RoomView, boolean][] = [
    ['tatami', count('alcove') > 0],
    ['openRooms', count('tatami') > 3],
    ['veranda', count('engawa') > 0],
    ['hearth', isOld && KINDS[kind].plan === 'farmhouse'],
    ['oldKitchen', isOld && count('earth') > 0],
    ['kitchen', !isOld && count('living') === 0],
    ['living', count('living') > 0],
    ['upstairs', plan.floors.length > 1],
    ['bath', !isOld],
    ['entrance', count('entrance') > 0 && year < 1990],
  ]
  return views.flatMap(([view, isThere]) => (isThere ? [view] : []))
}
