import type { Random } from '../../random.ts'
import type { Light } from '../light.ts'
import { standAround } from '../perspective.ts'
import { createSheet } from '../sheet.ts'
import { type Site, sunBehind } from '../site.ts'

interface Outlook {
  bearing: number
  away: number
  /** Metres above the ground. */
  height: number
  focal: number
  horizon: number
}

/** A place without a house of its own, looked at from `away` metres. */
export function setStage(
  light: Light,
  random: Random,
  { bearing, away, height, focal, horizon }: Outlook,
): Site {
  const eye = standAround(bearing, away, height, { focal, horizon, centre: 600 })
  return {
    sheet: createSheet(),
    light,
    eye,
    sun: sunBehind(bearing, light.side),
    random: random.fork('site'),
  }
}
