import type { Random } from '../../random.ts'
import type { Light } from '../light.ts'
import { type Spot, standAround } from '../perspective.ts'
import { drawBranch } from '../plants/branch.ts'
import { drawMeadow } from '../plants/meadow.ts'
import { createSheet } from '../sheet.ts'
import { type Site, sunBehind } from '../site.ts'
import { drawRain, drawSnowfall } from '../sky.ts'
import { drawTree, type TreeKind } from '../trees.ts'

interface Outlook {
  bearing: number
  away: number
  /** The height of the viewer's eye in metres above the ground. */
  height: number
  focal: number
  horizon: number
}

/** Sets up a scene without a house. The viewer's eye is `away` metres from the origin. */
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

/** The foreground: grass, a branch overhead, and the weather. */
export function drawNearest(site: Site, random: Random) {
  const { sheet, light } = site
  drawMeadow({ sheet, light, random: random.fork('meadow') }, 54)
  if (random.chance(0.4)) {
    drawBranch({ sheet, light, random: random.fork('branch') }, random.pick([-1, 1]))
  }
  if (light.season === 'rain' && light.lamps < 0.5) drawRain(sheet, random.fork('drops'))
  if (light.snow && random.chance(0.5)) drawSnowfall(sheet, random.fork('flakes'))
}

/**
 * Returns a copy of `site` whose origin is at the given position. An object that is drawn around
 * the origin then appears at this position.
 */
export function movedTo(site: Site, x: number, y: number): Site {
  const { eye } = site
  const there = ([px, py, pz]: Spot): Spot => [px + x, py + y, pz]
  return {
    ...site,
    eye: {
      ...eye,
      at: [eye.at[0] - x, eye.at[1] - y, eye.at[2]],
      see: (spot) => eye.see(there(spot)),
      depth: (spot) => eye.depth(there(spot)),
      scale: (spot) => eye.scale(there(spot)),
    },
  }
}

/** Draws a tree of the given height at a spot on the ground. */
export function plant(site: Site, kind: TreeKind, spot: Spot, metres: number) {
  const { sheet, light, random, eye } = site
  const stand = { foot: eye.see(spot), height: eye.scale(spot) * metres }
  drawTree({ sheet, light, random, far: 0.08 }, kind, stand)
}
