import { expect, test } from 'vitest'
import { PREFECTURES } from '#contract/prefectures.ts'
import { readDefaultPlaces } from '#server/places/default-places.ts'
import { japanSvg, outlinesSvg, prefectureOutlines, spotIn } from '#server/places/outlines.ts'

test('each prefecture has an outline, which is found by the name that pages use', () => {
  expect([...prefectureOutlines().keys()].sort()).toEqual(
    PREFECTURES.map(({ display }) => display).sort(),
  )
  expect(outlinesSvg()).toMatch(/<path id="Ehime" d="M[\d.]+ /)
})

test.each([
  ['Hokkaido', 'Wakkanai', { latitude: 45.42, longitude: 141.67 }, 'north'],
  ['Hokkaido', 'Hakodate', { latitude: 41.77, longitude: 140.73 }, 'south'],
  ['Ehime', 'Ainan', { latitude: 32.96, longitude: 132.58 }, 'south'],
  ['Chiba', 'Choshi', { latitude: 35.73, longitude: 140.83 }, 'east'],
] as const)(
  'on the drawn outline of the prefecture %s, the town %s (at %o) is near the edge in the %s',
  (prefecture, _town, coordinate, side) => {
    const [x = 0, y = 0] = spotIn(prefecture, coordinate)?.split(' ').map(Number) ?? []
    const distance = { north: y, south: 100 - y, east: 100 - x }[side]
    expect(distance).toBeGreaterThanOrEqual(0)
    expect(distance).toBeLessThan(15)
  },
)

test('only towns on distant islands lie outside of the outline of their prefecture', async () => {
  const displays = new Map(PREFECTURES.map(({ value, display }) => [value, display]))
  const outside = (await readDefaultPlaces())
    .filter((place) => !spotIn(displays.get(place.prefecture) ?? '', place))
    .map(({ prefecture }) => prefecture)
  expect(new Set(outside)).toEqual(new Set(['nagasaki', 'kagoshima', 'okinawa']))
  expect(outside.length).toBeLessThan(15)
})

test('a coordinate outside a prefecture has no position on the outline of this prefecture', () => {
  expect(spotIn('Ehime', { latitude: 43.06, longitude: 141.35 })).toBeUndefined()
  expect(spotIn('Unknown', { latitude: 43.06, longitude: 141.35 })).toBeUndefined()
})

test('the map of Japan draws each prefecture where it lies', () => {
  const paths = [...japanSvg().matchAll(/id="(\w+)" d="([^"]+)"/g)]
  expect(paths.map(([, name]) => name).sort()).toEqual(
    PREFECTURES.map(({ display }) => display).sort(),
  )
  // Shikoku ends in the south at Cape Ashizuri, at 32.72° north and 133.02° east.
  const kochi = paths.find(([, name]) => name === 'Kochi')?.[2] ?? ''
  const south = southOf(kochi)
  expect(south.longitude).toBeGreaterThan(132.9)
  expect(south.longitude).toBeLessThan(133.1)
  expect(south.latitude).toBeGreaterThan(32.68)
  expect(south.latitude).toBeLessThan(32.78)
  expect(kochi).toMatch(/^(M-?\d+ -?\d+l-?\d+ -?\d+( -?\d+ -?\d+)+z)+$/)
})

/** Returns the southernmost point of a path. */
function southOf(path: string) {
  let longitude = 0
  let south = 0
  for (const ring of path.split('M').slice(1)) {
    let [x = 0, y = 0, ...steps] = (ring.match(/-?\d+/g) ?? []).map(Number)
    for (let at = 0; at < steps.length; at += 2) {
      x += steps[at] ?? 0
      y += steps[at + 1] ?? 0
      if (y > south) [longitude, south] = [x, y]
    }
  }
  const mercator = ((51 - south / 1000) * Math.PI) / 180
  const latitude = ((2 * Math.atan(Math.exp(mercator)) - Math.PI / 2) * 180) / Math.PI
  return { longitude: 122 + longitude / 1000, latitude }
}
