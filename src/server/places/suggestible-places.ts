import { REGION_CODES } from '#contract/choices.ts'
import { PREFECTURES, prefectureDisplay } from '#contract/prefectures.ts'
import { prefecturesOf, REGIONS } from '#contract/regions.ts'
import type { Atlas } from './atlas.ts'
import type { Place } from './place.ts'
import { MUNICIPALITY_LENGTH } from './stored-places.ts'
import type { Suggestible } from './suggestion-index.ts'
import { keysOf } from './suggestion-keys.ts'

/** The regions, and all places of the atlas and of the oaza that have a name. */
export function suggestiblePlaces(atlas: Atlas, oaza: Iterable<Place>): Suggestible[] {
  const places = [...atlas.values()].map((place) => toSuggestible(place, atlas))
  return [...regions(), ...places, ...[...oaza].map((place) => toSuggestible(place, atlas))]
}

/** Hokkaido is left out: it is suggested as a prefecture. */
function regions(): Suggestible[] {
  return REGION_CODES.filter((code) => prefecturesOf(code).length > 1).map((code) => {
    const { display, japanese, kana, others } = REGIONS[code]
    return {
      ...{ ref: code, kind: 'region', en: display, ja: japanese, areas: [] },
      names: [{ english: display, japanese, kana }, ...others],
    }
  })
}

function toSuggestible(place: Place, atlas: Atlas): Suggestible {
  const { code, japanese, english, kana, prefecture } = place
  const names = [{ japanese, english, kana }]
  const prefectureNames = keysOf({
    english: prefectureDisplay(prefecture),
    japanese: PREFECTURES.find(({ value }) => value === prefecture)?.japanese ?? '',
    kana: '',
  })
  if (code.length === 2) {
    const within = 'Japan'
    return { ref: code, kind: 'prefecture', en: english, ja: japanese, within, names, areas: [] }
  }
  const municipality = atlas.get(code.slice(0, MUNICIPALITY_LENGTH))
  if (code.length === MUNICIPALITY_LENGTH || !municipality) {
    const within = prefectureDisplay(prefecture)
    return {
      ...{ ref: code, kind: 'municipality', en: english, ja: japanese, within },
      ...{ names, areas: prefectureNames },
    }
  }
  return {
    ...{ ref: code, kind: 'oaza', en: english || japanese, ja: japanese, names },
    within: municipality.english,
    areas: [...keysOf(municipality), ...prefectureNames],
  }
}
