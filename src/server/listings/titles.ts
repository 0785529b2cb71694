import { hasJapanese } from '#contract/japanese.ts'
import type { ListingRecord } from '#contract/listings.ts'
import { prefectureDisplay } from '#contract/prefectures.ts'
import type { listings } from '#server/db/schema.ts'

/** The facts of a listing from which its title is made. */
type TitleFacts = Pick<
  typeof listings.$inferSelect,
  'id' | 'propertyType' | 'location' | 'prefecture' | 'city' | 'place' | 'layout' | 'buildingArea'
> &
  Pick<typeof listings.$inferSelect, 'landArea' | 'constructionYear' | 'priceYen'> & {
    placeName: ListingRecord['placeName'] | null
  }

/**
 * The number of facts in a title. A title gets more facts only if it equals another title of the
 * list.
 */
const USUAL_FACTS = 2
const ID_LENGTH = 6

const area = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })
const yen = new Intl.NumberFormat('en', { style: 'currency', currency: 'JPY' })

/**
 * English titles for a list of houses, such as `House in Seiyo, Ehime · 4LDK · 98 m²`. No two
 * titles are equal. The title is undefined if the address is readable without Japanese, or if the
 * place is unknown.
 */
export function titlesOf(houses: TitleFacts[]): (string | undefined)[] {
  const titles = houses.map((house) => {
    const { place, location } = house
    const isReadable = location !== null && !hasJapanese(location)
    if (place === null || isReadable) return undefined
    return { parts: [placeTitle(house), ...factsOf(house)], length: 1 + USUAL_FACTS }
  })
  for (;;) {
    const texts = titles.map((title) => title?.parts.slice(0, title.length).join(' · '))
    const counts = new Map<string | undefined, number>()
    for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
    const equal = titles.flatMap((title, at) =>
      title && title.length < title.parts.length && counts.get(texts[at]) !== 1 ? title : [],
    )
    if (equal.length === 0) return texts
    for (const title of equal) title.length += 1
  }
}

/** The oaza is part of the name of its place, if its English name is known. */
function placeTitle({ propertyType, city, placeName, prefecture }: TitleFacts) {
  const type = propertyType === null || hasJapanese(propertyType) ? 'Property' : propertyType
  return `${type} in ${placeName?.en ?? city}, ${prefectureDisplay(prefecture)}`
}

/** The known facts, the most distinctive first. The last is an id that no other house has. */
function factsOf({ id, layout, buildingArea, landArea, constructionYear, priceYen }: TitleFacts) {
  const facts = [
    layout,
    buildingArea !== null && `${area.format(buildingArea)} m²`,
    landArea !== null && `${area.format(landArea)} m² land`,
    constructionYear !== null && `built ${constructionYear}`,
    priceYen !== null && yen.format(priceYen),
    `No. ${id.slice(-ID_LENGTH)}`,
    `No. ${id}`,
  ]
  return facts.filter((fact) => typeof fact === 'string')
}
