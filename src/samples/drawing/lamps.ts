import type { House } from './house.ts'
import { dots } from './path.ts'
import { type Point, WIDTH } from './sheet.ts'
import type { Site } from './site.ts'

const WARM = '#ffc46b'

/** The light that falls from the windows onto the ground in front of the house. */
export function drawLampLight({ sheet, light, eye }: Site, { x0, x1, y0 }: House) {
  const glow = sheet.glow([
    { at: 0, colour: WARM, opacity: 0.5 * light.lamps },
    { at: 1, colour: WARM, opacity: 0 },
  ])
  const [left, right] = [eye.see([x0, y0 - 1, 0]), eye.see([x1, y0 - 1, 0])]
  const [x, y] = [(left[0] + right[0]) / 2, (left[1] + right[1]) / 2]
  const half = Math.abs(right[0] - left[0]) * 0.62
  const tall = eye.scale([0, y0 - 1, 0]) * 1.9
  sheet.add(
    `<ellipse cx="${Math.round(x)}" cy="${Math.round(y + tall * 0.4)}" rx="${Math.round(half)}" ry="${Math.round(tall)}" fill="${glow}"/>`,
  )
}

/** Lit windows of other houses in the valley. */
export function drawDistantLamps({ sheet, random, eye, light }: Site, foot: number) {
  const own = random.fork('lamps')
  const lamps = Array.from(
    { length: 7 },
    (): Point => [own.between(30, WIDTH - 30), own.between(foot - 26, foot + 8)],
  )
  sheet.stroke(dots(lamps), WARM, { width: 4.5, opacity: 0.85 })
  if (light.season !== 'rain' && light.season !== 'summer') return
  const fireflies = Array.from(
    { length: 22 },
    (): Point => [own.between(0, WIDTH), own.between(eye.horizon + 120, 880)],
  )
  sheet.stroke(dots(fireflies), '#d9f27a', { width: 12, opacity: 0.18 })
  sheet.stroke(dots(fireflies), '#efffa8', { width: 4, opacity: 0.9 })
}
