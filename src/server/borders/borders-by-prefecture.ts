import { PREFECTURES } from '#contract/prefectures.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { type Outline, readBorderFile } from './border-file.ts'
import { toRings } from './outlines.ts'
import { sharedLines } from './shared-lines.ts'

/** The credit that the terms of the National Land Numerical Information require. */
export const BORDERS_ATTRIBUTION =
  'Borders of municipalities: National Land Numerical Information N03 (Ministry of Land, Infrastructure, Transport and Tourism), processed.'

/**
 * The maximum length of the SVG path with the borders of one prefecture. Hokkaido, which has the
 * most municipalities, needs a tenth of this length.
 */
const MAX_PATH_LENGTH = 400_000

/**
 * The borders of municipalities in a GeoJSON or TopoJSON text: for each prefecture, a simplified
 * path and the outlines of its municipalities. Throws a `Refusal` if a prefecture is missing, because
 * the import replaces the borders of all prefectures.
 */
export function bordersByPrefecture(text: string) {
  const outlines = readBorderFile(text)
  return PREFECTURES.map(({ value, display }, at) => {
    const inPrefecture = outlinesOf(outlines, at + 1)
    return {
      prefecture: value,
      path: pathOf(display, inPrefecture),
      outlines: toRings(inPrefecture),
    }
  })
}

function outlinesOf(outlines: readonly Outline[], prefecture: number) {
  const start = String(prefecture).padStart(2, '0')
  return outlines.filter(({ code }) => code.startsWith(start))
}

function pathOf(name: string, outlines: Outline[]) {
  if (outlines.length === 0) throw new Refusal(422, `The file has no borders in ${name}`)
  const path = sharedLines(outlines)
  if (path.length <= MAX_PATH_LENGTH) return path
  throw new Refusal(422, `The borders in ${name} are too detailed`)
}
