import type { Random } from '../random.ts'
import type { House } from './house.ts'
import type { Framing } from './outside-view.ts'
import { type Eye, standAround } from './perspective.ts'

interface Stance {
  /** The distance from the viewer's eye to the centre of the house, in metres. */
  away: number
  /**
   * Sizes and positions on the sheet, each with a lowest and a highest value: the width of the
   * house, the y of the horizon, and the y of the house's foot.
   */
  span: readonly [number, number]
  horizon: readonly [number, number]
  foot: readonly [number, number]
}

const STANCES: Record<Framing, Stance> = {
  yard: { away: 27, span: [590, 720], horizon: [340, 400], foot: [620, 665] },
  fields: { away: 48, span: [330, 430], horizon: [300, 350], foot: [575, 625] },
  street: { away: 18, span: [560, 640], horizon: [470, 510], foot: [690, 720] },
  close: { away: 19, span: [900, 1060], horizon: [430, 480], foot: [700, 740] },
}

/** Houses higher than this, in metres, do not fit into a close view. */
const HIGH = 6.9

/** A viewpoint in front of the house, `bearing` radians to the side. */
export function standBefore(house: House, framing: Framing, bearing: number, random: Random): Eye {
  const isTooHigh = framing === 'close' && house.top > HIGH
  const { away, span, horizon: level, foot: base } = STANCES[isTooHigh ? 'yard' : framing]
  const neighbours = framing === 'street' ? 4 : 0
  const reach = Math.max(
    house.x1 - house.x0 + Math.abs(Math.sin(bearing)) * 4 + neighbours,
    house.top * 1.35,
  )
  const focal = (random.between(...span) / reach) * away
  const [horizon, foot] = [random.between(...level), random.between(...base)]
  const height = ((foot - horizon) * (away + house.y0)) / focal
  const aside = framing === 'close' ? Math.sign(bearing) * 110 : 0
  return standAround(bearing, away, height, {
    focal,
    horizon,
    centre: 600 + aside + random.between(-60, 60),
  })
}
