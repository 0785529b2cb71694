import type { Random } from '../random.ts'
import { type Colour, mix } from './colour.ts'
import type { Light } from './light.ts'
import { dots, line, lines } from './path.ts'
import { HEIGHT, type Point, type Sheet, WIDTH } from './sheet.ts'

/** The sky down to `bottom`: gradient, sun or moon, and clouds. */
export function drawSky(sheet: Sheet, light: Light, random: Random, bottom: number) {
  const { top, middle, low } = light.sky
  const wash = sheet.gradient(
    [0, 0],
    [0, bottom],
    [
      { at: 0, colour: top },
      { at: random.between(0.45, 0.6), colour: middle },
      { at: 1, colour: low },
    ],
  )
  sheet.rect(0, 0, WIDTH, bottom + 200, wash)
  if (light.hour === 'night') drawStars(sheet, random.fork('stars'), bottom)
  drawSunOrMoon(sheet, light, random.fork('sun'), bottom)
  drawClouds(sheet, light, random.fork('clouds'), bottom)
}

function drawStars(sheet: Sheet, random: Random, bottom: number) {
  const stars = Array.from(
    { length: 46 },
    (): Point => [random.between(0, WIDTH), random.between(0, bottom * 0.75)],
  )
  sheet.stroke(dots(stars.slice(0, 34)), '#dfe8f5', { width: 2.2, opacity: 0.55 })
  sheet.stroke(dots(stars.slice(34)), '#fff6df', { width: 3.8, opacity: 0.8 })
}

function drawSunOrMoon(sheet: Sheet, light: Light, random: Random, bottom: number) {
  const x = WIDTH / 2 + light.side * random.between(250, 470)
  if (light.hour === 'night') {
    disc(sheet, [x, bottom * random.between(0.14, 0.34)], random.between(30, 44), '#f6efd2', 0.4)
  } else if (light.season === 'rain') {
    return
  } else if (light.hour === 'evening' && random.chance(0.6)) {
    disc(sheet, [x, bottom * random.between(0.5, 0.72)], random.between(34, 52), '#e0583a', 0.5)
  } else if (light.hour === 'morning' && random.chance(0.4)) {
    disc(sheet, [x, bottom * random.between(0.4, 0.7)], random.between(30, 44), '#fff6e3', 0.7)
  }
}

function disc(sheet: Sheet, at: Point, radius: number, colour: Colour, halo: number) {
  const glow = sheet.glow([
    { at: 0.1, colour, opacity: halo },
    { at: 1, colour, opacity: 0 },
  ])
  sheet.circle(at, radius * 4.2, glow)
  sheet.circle(at, radius, colour)
}

function drawClouds(sheet: Sheet, light: Light, random: Random, bottom: number) {
  const { season, hour, sky } = light
  const white = hour === 'night' ? mix(sky.middle, '#a9bedb', 0.45) : mix('#fffdf8', sky.low, 0.3)
  if (season === 'rain') return drawBanks(sheet, random, bottom, mix(white, sky.top, 0.25), 0.34)
  const bright = hour === 'noon' || hour === 'morning'
  if (season === 'summer' && bright) return drawThunderhead(sheet, light, random, bottom)
  if (season === 'autumn' && bright) return drawMackerel(sheet, random, bottom, white)
  if (hour === 'dusk' || hour === 'evening') {
    drawBanks(sheet, random, bottom, mix(sky.low, '#ffffff', 0.25), 0.4)
    return drawBanks(sheet, random, bottom, mix(sky.top, sky.middle, 0.5), 0.3)
  }
  drawBanks(sheet, random, bottom, white, 0.5)
}

/** Stacked horizontal bands with round ends: the clouds of old picture scrolls. */
function drawBanks(sheet: Sheet, random: Random, bottom: number, colour: Colour, opacity: number) {
  for (let bank = random.whole(1, 3); bank > 0; bank--) {
    const [x, y] = [random.between(-80, WIDTH - 100), bottom * random.between(0.14, 0.72)]
    const width = random.between(9, 24)
    const length = random.between(150, 420)
    const bands = [0, 1, 2].map((index): Point[] => {
      const from = x + random.between(-0.5, 0.5) * length
      const level = y + index * width * 0.92
      return [
        [from, level],
        [from + length * (index === 1 ? 1.25 : random.between(0.5, 0.9)), level],
      ]
    })
    sheet.stroke(lines(bands), colour, { width, opacity })
  }
}

/** Rows of small high clouds. */
function drawMackerel(sheet: Sheet, random: Random, bottom: number, colour: Colour) {
  const [left, slope] = [random.between(40, 480), random.between(-0.1, 0.1)]
  const puffs: Point[][] = []
  for (let row = 0; row < 6; row++) {
    for (let column = 0; column < 8; column++) {
      if (random.chance(0.3)) continue
      const x = left + column * 84 + row * 34 + random.between(-16, 16)
      const y = bottom * (0.1 + row * 0.085) + x * slope + random.between(-5, 5)
      puffs.push([
        [x, y],
        [x + random.between(8, 34), y],
      ])
    }
  }
  const large = puffs
    .filter((_, index) => index % 3 === 0)
    .map((puff) => puff.map(([x, y]): Point => [x + random.between(-16, 16), y + 6]))
  sheet.stroke(lines(puffs), colour, { width: 11, opacity: 0.42 })
  sheet.stroke(lines(large), colour, { width: 19, opacity: 0.36 })
}

function drawThunderhead(sheet: Sheet, light: Light, random: Random, bottom: number) {
  const x = WIDTH / 2 - light.side * random.between(150, 420)
  const width = random.between(190, 320)
  const height = bottom * random.between(0.42, 0.66)
  const puffs = (count: number, grow: number, shift: number): Point[] =>
    Array.from({ length: count }, () => {
      const up = random.between(0, 1)
      const half = width * (1 - 0.72 * up ** 1.4) * grow
      return [x + shift + random.between(-half, half), bottom - up * height * grow]
    })
  const shade = mix(light.sky.middle, light.sky.low, 0.6)
  const white = mix('#fffdf8', light.sky.low, 0.15)
  sheet.stroke(dots(puffs(26, 1.06, 0)), mix(shade, white, 0.3), { width: width * 0.4 })
  sheet.stroke(dots(puffs(24, 0.96, light.side * width * 0.06)), mix(shade, white, 0.7), {
    width: width * 0.32,
  })
  sheet.stroke(dots(puffs(24, 0.86, light.side * width * 0.14)), white, { width: width * 0.22 })
  const level = light.sky.low
  const veil = sheet.gradient(
    [0, bottom - height * 0.55],
    [0, bottom],
    [
      { at: 0, colour: level, opacity: 0 },
      { at: 1, colour: level, opacity: 0.85 },
    ],
  )
  sheet.rect(0, bottom - height * 0.55, WIDTH, height * 0.55, veil)
}

/** Draws rain as thin, slightly slanted lines, as in woodblock prints. */
export function drawRain(sheet: Sheet, random: Random) {
  const slant = random.between(-0.16, 0.16)
  const drops = Array.from({ length: 70 }, (): Point[] => {
    const [x, y, length] = [
      random.between(-60, WIDTH + 60),
      random.between(-80, HEIGHT),
      random.between(70, 190),
    ]
    return [
      [x, y],
      [x + slant * length, y + length],
    ]
  })
  sheet.stroke(lines(drops), '#f2f5f3', { width: 1.3, opacity: 0.42 })
}

export function drawSnowfall(sheet: Sheet, random: Random) {
  const some = (count: number) =>
    dots(
      Array.from(
        { length: count },
        (): Point => [random.between(0, WIDTH), random.between(0, HEIGHT)],
      ),
    )
  sheet.stroke(some(80), '#ffffff', { width: 4, opacity: 0.75 })
  sheet.stroke(some(34), '#ffffff', { width: 7, opacity: 0.85 })
}

export function drawBirds(sheet: Sheet, random: Random, bottom: number, colour: Colour) {
  const [x, y] = [random.between(160, 1000), bottom * random.between(0.2, 0.5)]
  const birds = Array.from({ length: random.whole(3, 7) }, (_, index) => {
    const [birdX, birdY] = [x + index * random.between(18, 34), y + random.between(-16, 16)]
    const span = random.between(7, 12)
    return line([
      [birdX - span, birdY - span * 0.3],
      [birdX - span * 0.4, birdY - span * 0.55],
      [birdX, birdY],
      [birdX + span * 0.4, birdY - span * 0.55],
      [birdX + span, birdY - span * 0.3],
    ])
  })
  sheet.stroke(birds.join(''), colour, { width: 2, opacity: 0.7 })
}
