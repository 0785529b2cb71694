import type { Field } from './ground.ts'
import { polygon } from './path.ts'
import type { Spot } from './perspective.ts'
import { type Site, seeAll } from './site.ts'

export function drawCastShadow(site: Site, { x0, x1, y0, y1 }: Field, height: number) {
  const { sheet, sun, light } = site
  if (light.season === 'rain') return
  const away: Spot = [(-sun[0] / sun[2]) * height, (-sun[1] / sun[2]) * height, 0]
  const foot: Spot[] = [
    [x0, y0, 0],
    [x1, y0, 0],
    [x1, y1, 0],
    [x0, y1, 0],
  ]
  const thrown = foot.map(([x, y]): Spot => [x + away[0], y + away[1], 0])
  sheet.fill(
    polygon(seeAll(site, hull([...foot, ...thrown]))),
    light.seen('#39394d', 0.2),
    light.hour === 'night' ? 0.35 : 0.3,
  )
}

/** The convex hull of points on the ground. */
function hull(spots: readonly Spot[]): Spot[] {
  const sorted = [...spots].sort((a, b) => a[0] - b[0] || a[1] - b[1])
  const half = (list: readonly Spot[]) => {
    const chain: Spot[] = []
    for (const spot of list) {
      for (
        let a = chain.at(-2), b = chain.at(-1);
        a && b && turns(a, b, spot) <= 0;
        a = chain.at(-2), b = chain.at(-1)
      )
        chain.pop()
      chain.push(spot)
    }
    return chain.slice(0, -1)
  }
  return [...half(sorted), ...half(sorted.reverse())]
}

const turns = (a: Spot, b: Spot, c: Spot) =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
