import type { Random } from '../random.ts'
import { drawFieldsView } from './around/fields.ts'
import { drawHamlet } from './around/hamlet.ts'
import { drawHarbour } from './around/harbour.ts'
import { drawLane } from './around/lane.ts'
import { drawRiver } from './around/river.ts'
import { drawRoofscape } from './around/roofscape.ts'
import { drawShrine } from './around/shrine.ts'
import { drawStation } from './around/station.ts'
import { drawShoppingStreet } from './around/street.ts'
import type { Land } from './lands.ts'
import type { Light } from './light.ts'
import { drawSeal } from './seal.ts'

type Outlook =
  | 'lane'
  | 'fields'
  | 'hamlet'
  | 'river'
  | 'shrine'
  | 'street'
  | 'station'
  | 'harbour'
  | 'roofs'

const OUTLOOKS: Record<Land, readonly Outlook[]> = {
  valley: ['fields', 'hamlet', 'river', 'river', 'shrine', 'station', 'lane'],
  terraces: ['fields', 'fields', 'shrine', 'hamlet', 'station', 'lane'],
  plain: ['fields', 'station', 'shrine', 'river', 'lane'],
  alps: ['fields', 'river', 'station', 'hamlet', 'lane'],
  volcano: ['fields', 'station', 'river', 'roofs', 'lane'],
  coast: ['harbour', 'harbour', 'roofs', 'shrine', 'station', 'lane'],
  lake: ['roofs', 'fields', 'station', 'shrine', 'lane'],
  town: ['street', 'street', 'roofs', 'station', 'shrine', 'river'],
  tea: ['fields', 'river', 'station', 'shrine', 'lane'],
}

interface Neighbourhood {
  light: Light
  land: Land
  /** Whether gassho houses, with steep thatched roofs, stand near the house. */
  isThatched: boolean
  /** Whether a railway runs near the house. */
  hasRailway: boolean
}

/** Draws a view of the surroundings of a house, such as a lane, a river or a shrine. */
export function drawSurroundings(place: Neighbourhood, random: Random) {
  const outlooks = OUTLOOKS[place.land].filter((one) => one !== 'station' || place.hasRailway)
  const sheet = drawOutlook(random.pick(outlooks), place, random)
  drawSeal(sheet)
  return sheet.toString()
}

function drawOutlook(outlook: Outlook, { light, land, isThatched }: Neighbourhood, random: Random) {
  switch (outlook) {
    case 'lane':
      return drawLane(light, land, random)
    case 'fields':
      return drawFieldsView(light, land, random)
    case 'hamlet':
      return drawHamlet(light, land, random, isThatched ? 'hands' : 'straw')
    case 'river':
      return drawRiver(light, land, random)
    case 'shrine':
      return drawShrine(light, random)
    case 'street':
      return drawShoppingStreet(light, random)
    case 'station':
      return drawStation(light, land, random)
    case 'harbour':
      return drawHarbour(light, random)
    case 'roofs':
      return drawRoofscape(light, land, random)
  }
}
