import type { Random } from '../../random.ts'
import { type Colour, darker, lighter } from '../colour.ts'
import { grassColour } from '../ground.ts'
import type { Light } from '../light.ts'
import { curve, dots, lines } from '../path.ts'
import { HEIGHT, type Point, type Sheet, WIDTH } from '../sheet.ts'

export interface Foreground {
  sheet: Sheet
  light: Light
  random: Random
}

export function drawMeadow({ sheet, light, random }: Foreground, high = 70) {
  const grass: Colour = light.snow ? '#9b8f74' : grassColour(light)
  const blades = (count: number, tall: number): Point[][] =>
    Array.from({ length: count }, () => {
      const x = random.between(-20, WIDTH + 20)
      const height = tall * random.between(0.5, 1.1) * (0.55 + 0.75 * Math.abs(x / WIDTH - 0.5))
      const lean = random.between(-0.4, 0.4) * height
      return [
        [x, HEIGHT + 6],
        [x + lean * 0.2, HEIGHT - height * 0.6],
        [x + lean, HEIGHT - height],
      ]
    })
  if (light.snow) {
    sheet.fill(
      `M0 ${HEIGHT - 40}Q300 ${HEIGHT - 78} 620 ${HEIGHT - 36}T${WIDTH} ${HEIGHT - 52}V${HEIGHT}H0z`,
      light.seen('#fbfcfd', 1),
    )
    return sheet.stroke(blades(16, high).map(curve).join(''), light.seen(grass, 0.6), {
      width: 2.4,
    })
  }
  sheet.stroke(blades(26, high).map(curve).join(''), light.seen(darker(grass, 0.42), 0.5), {
    width: 4,
  })
  const front = blades(24, high * 0.85)
  sheet.stroke(front.map(curve).join(''), light.seen(darker(grass, 0.1), 0.9), { width: 3 })
  drawFlowers({ sheet, light, random }, high)
}

const FLOWERS: Record<Light['season'], readonly Colour[]> = {
  spring: ['#f3d24f', '#f7b7c6', '#ffffff'],
  rain: ['#7d92cf', '#a58fce', '#c7a6d6'],
  summer: ['#ffffff', '#f2a03d', '#e8e070'],
  autumn: ['#c8372d', '#e7a6c4', '#ffffff'],
  winter: ['#ffffff'],
}

function drawFlowers({ sheet, light, random }: Foreground, high: number) {
  const colour = random.pick(FLOWERS[light.season])
  const left = random.chance(0.5)
  const heads = Array.from({ length: 18 }, (): Point => {
    const across = random.between(0, 1) ** 1.6 * 0.62
    return [(left ? across : 1 - across) * WIDTH, HEIGHT - random.between(0.25, 1.05) * high]
  })
  const stems = heads.map(([x, y]): Point[] => [
    [x, y],
    [x + random.between(-6, 6), HEIGHT],
  ])
  sheet.stroke(lines(stems), light.seen('#5d7a44', 0.6), { width: 1.6 })
  if (light.season === 'autumn' && colour === '#c8372d')
    return drawSpiderLilies({ sheet, light, random }, heads)
  if (light.season === 'rain') return drawHydrangeas({ sheet, light, random }, heads, colour)
  sheet.stroke(dots(heads), light.seen(colour, 1), { width: 11 })
  sheet.stroke(dots(heads), light.seen(colour === '#f3d24f' ? '#fff3a8' : '#f0c14b', 1), {
    width: 4,
  })
}

/** Red spider lilies (higanbana), which bloom on the banks around the autumn equinox. */
function drawSpiderLilies({ sheet, light, random }: Foreground, heads: readonly Point[]) {
  const rays = heads.flatMap(([x, y]) =>
    [-2.9, -2.2, -1.57, -0.95, -0.25].map((angle): Point[] => {
      const reach = random.between(11, 17)
      return [
        [x, y],
        [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach],
      ]
    }),
  )
  sheet.stroke(lines(rays), light.seen('#c8372d', 0.95), { width: 2.6 })
  sheet.stroke(dots(heads), light.seen('#e2604a', 1), { width: 6 })
}

function drawHydrangeas(
  { sheet, light, random }: Foreground,
  heads: readonly Point[],
  colour: Colour,
) {
  const some = heads.filter((_, index) => index % 2)
  sheet.stroke(dots(some), light.seen(darker(colour, 0.15), 0.7), { width: 36 })
  const petals = some.flatMap(([x, y]) =>
    Array.from(
      { length: 6 },
      (): Point => [x + random.between(-13, 13), y + random.between(-15, 8)],
    ),
  )
  sheet.stroke(dots(petals), light.seen(lighter(colour, 0.25), 1), { width: 9, opacity: 0.85 })
}
