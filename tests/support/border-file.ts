import { PREFECTURES } from '#contract/prefectures.ts'

type Point = [longitude: number, latitude: number]

/** The border between the two municipalities of each prefecture in {@link borderFile}. */
export const BORDER: Point[] = [
  [132.5, 33],
  [132.5, 33.2],
  [132.6, 33.3],
]

/**
 * A GeoJSON file with two municipalities in each prefecture. The two municipalities share `border`.
 * For simplicity, all prefectures have the same coordinates. The importer accepts this file.
 */
export function borderFile(border: Point[] = BORDER) {
  return {
    type: 'FeatureCollection',
    features: PREFECTURES.flatMap((_, at) => {
      const prefecture = String(at + 1).padStart(2, '0')
      return [
        feature(`${prefecture}201`, [...border, [132.2, 33.3], [132.2, 33]]),
        feature(`${prefecture}202`, [...border, [132.8, 33.3], [132.8, 33]].reverse() as Point[]),
      ]
    }),
  }
}

function feature(code: string, open: Point[]) {
  const ring = [...open, open[0]]
  return {
    type: 'Feature',
    properties: { N03_007: code },
    geometry: { type: 'Polygon', coordinates: [ring] },
  }
}
