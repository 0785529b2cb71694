import type { ListingRecord } from '#contract/listings.ts'
import { PREFECTURES } from '#contract/prefectures.ts'

/**
 * The endings of municipalities' names. The key is the last character of a name. The value lists
 * the readings of this character in kana and in Latin letters.
 */
const ENDINGS: Record<string, readonly (readonly [kana: string, latin: string])[]> = {
  市: [['し', 'shi']],
  区: [['く', 'ku']],
  町: [
    ['ちょう', 'cho'],
    ['まち', 'machi'],
  ],
  村: [
    ['むら', 'mura'],
    ['そん', 'son'],
  ],
}

/**
 * Matches what an English place name adds if two places in a prefecture have the same name: `Ikeda
 * Town`, `Kaminokuni (Hiyama)`.
 */
const KIND = / (City|Ward|Town|Village)$| \(.+\)$/

/**
 * The place of a house in Latin letters, in the order of a Japanese address: `Hyogo-ken, Kobe-shi
 * Kita-ku`.
 */
export function readingOf(record: Pick<ListingRecord, 'Prefecture' | 'placeName'>) {
  const { placeName: place } = record
  const prefecture = PREFECTURES.find(({ value }) => value === record.Prefecture)
  // Ignore a place that is the whole prefecture, because it names no municipality.
  const municipality = place && place.ja !== prefecture?.japanese && municipalityReading(place)
  return [prefecture && prefectureReading(prefecture), municipality].filter(Boolean).join(', ')
}

function prefectureReading({ display, japanese }: (typeof PREFECTURES)[number]) {
  const ending = { 都: '-to', 府: '-fu', 県: '-ken' }[japanese.slice(-1)]
  return display + (ending ?? '')
}

/**
 * The name of a municipality or an oaza (district) in Latin letters, in the order of a
 * Japanese address: `Seiyo-shi`, `Seiyo-shi Unomachi`. The ward `Kita Ward, Kobe` becomes `Kobe-shi
 * Kita-ku`.
 */
function municipalityReading(place: NonNullable<ListingRecord['placeName']>) {
  const names = place.en.split(', ')
  const isOaza = place.municipality !== undefined
  // If an oaza (district) has no English name, `en` is the name of its municipality. In a name
  // such as `Kita Ward, Kobe`, the first part is a ward and not an oaza.
  const oaza =
    isOaza && names.length > 1 && !names[0]?.endsWith(' Ward') ? names.shift() : undefined
  const [name = '', city] = names
  const ending = endingOf(isOaza ? undefined : place.ja, place.kana)
  return [city && `${city}-shi`, name.replace(KIND, '') + ending, oaza].filter(Boolean).join(' ')
}

/**
 * The ending of a municipality's name in Latin letters, such as `-shi`. Empty if the reading of the
 * ending is not known. `japanese` and `kana` are the municipality's name and its reading. Without
 * `japanese`, the ending is found by `kana` alone.
 */
function endingOf(japanese: string | undefined, kana: string) {
  const all = Object.values(ENDINGS).flat()
  const readings = japanese === undefined ? all : (ENDINGS[japanese.slice(-1)] ?? [])
  const [only] = readings.length === 1 ? readings : []
  const [, latin] = only ?? readings.find(([reading]) => kana.endsWith(reading)) ?? []
  return latin ? `-${latin}` : ''
}
