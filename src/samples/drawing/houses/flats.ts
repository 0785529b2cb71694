import type { Random } from '../../random.ts'
import { type Colour, darker, mix } from '../colour.ts'
import { type House, mass, type Part, type Plot, plot, standing } from '../house.ts'
import { box, roof, walls } from '../house-parts.ts'
import { MORTAR, SASH } from '../materials.ts'
import type { Roof } from '../roof-shapes.ts'
import { drawBox } from '../walls.ts'

const STOREY = 2.7

/** An apartment block of the 1970s, with balconies to the south. */
export function apartmentHouse(random: Random): House {
  const floors = random.whole(2, 4)
  const ground = plot(random.between(11, 15), 7.5)
  const wall = random.pick<Colour>([...MORTAR, '#e3cdb0', '#d8c9b8', '#c9d2cb'])
  const band = random.pick<Colour>(['#f1ece0', '#c98a6a', '#8fa8a0', '#b9a27a', '#a8b6c2'])
  const frame = random.pick(SASH)
  const south = Array.from({ length: floors > 2 ? 6 : 8 }, () => 'tall').join(', ')
  const levels = Array.from({ length: floors }, (_, index): Part[] => {
    const z = index * STOREY
    const balcony = {
      x0: ground.x0 + 0.2,
      x1: ground.x1 - 0.2,
      y0: ground.y0 - 1.1,
      y1: ground.y0,
      z0: z - 0.1,
      z1: z + 0.95,
    }
    return [
      walls(random, ground, {
        from: z,
        to: z + STOREY,
        finish: { wall },
        frame,
        floor: 0.3,
        eaves: 0.35,
        south,
        east: 'sash, small',
        west: 'small, sash',
      }),
      ...(index ? [box(balcony, band, darker(wall, 0.35)), airing(random, balcony)] : []),
    ]
  }).flat()
  const flat = floors * STOREY
  const isTiled = floors === 2
  const top: Roof = {
    ...ground,
    eaves: flat,
    overhang: 0.6,
    pitch: isTiled ? 0.36 : 0.02,
    hip: 0,
    ridge: 'x',
    covering: 'sheet',
    colour: random.pick<Colour>(['#7a4b40', '#4f6f8c', '#5b6157', '#55606a']),
    gable: wall,
    curve: 0,
  }
  const slab = {
    x0: ground.x0 - 0.3,
    x1: ground.x1 + 0.3,
    y0: ground.y0 - 1.2,
    y1: ground.y1 + 0.3,
    z0: flat,
    z1: flat + 0.5,
  }
  const tank = { ...plot(1.8, 1.6, random.between(-3, 3)), z0: flat + 0.5, z1: flat + 1.9 }
  const roofing = isTiled
    ? [roof(top)]
    : [box(slab, mix(wall, '#8d8a83', 0.3), '#a19c92'), box(tank, '#c9c4b8')]
  const height = flat + (isTiled ? 1.6 : 1.9)
  return { ...standing([mass(ground, [...levels, ...roofing])], ground, top, 0), top: height }
}

/** Bedding that hangs over the railing to get fresh air. */
function airing(random: Random, rail: Plot & { z1: number }): Part {
  const cloths: readonly Colour[] = ['#f1e9dc', '#d98a72', '#8fb0c9', '#e6d9a8', '#b9c9a8']
  const hung = Array.from({ length: 3 }, () => {
    const x = random.between(rail.x0 + 0.3, rail.x1 - 1.6)
    const cloth = { x0: x, x1: x + random.between(0.8, 1.3), y0: rail.y0 - 0.08, y1: rail.y0 + 0.1 }
    return { box: { ...cloth, z0: rail.z1 - 0.7, z1: rail.z1 + 0.06 }, colour: random.pick(cloths) }
  })
  return (site) => {
    if (site.light.lamps > 0.5 || site.light.season === 'rain') return
    for (const { box: cloth, colour } of hung) drawBox(site, cloth, colour)
  }
}
