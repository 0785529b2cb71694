import { hasJapanese } from '#contract/japanese.ts'
import type { ListingRecord } from '#contract/listings.ts'
import { prefectureDisplay } from '#contract/prefectures.ts'

/** The values from which a title is made. */
export interface TitleFacts {
  id: string
  propertyType: string | null
  location: string | null
  prefecture: string | null
  city: string | null
  /** The code of the place. */
  place: string | null
  layout: string | null
  buildingArea: number | null
  landArea: number | null
  constructionYear: number | null
  priceYen: number | null
  /**
   * The English name of the place. If this name is null or undefined, the title contains the city
   * instead.
   */
  placeName?: Pick<NonNullable<ListingRecord['placeName']>, 'en'> | null | undefined
}

/**
 * The number of facts in a title. A title gets more facts only if it equals another title of the
 * list.
 */
const USUAL_FACTS = 2
/** How many parts {@link numbersOf} can add to a title. */
const NUMBERS_COUNT = 2
const ID_LENGTH = 6

const area = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })
const yen = new Intl.NumberFormat('en', { style: 'currency', currency: 'JPY' })

/**
 * The parts from which a title is made. The title shows only the first ones, and `length` is their
 * number.
 */
export interface TitleParts {
  /**
   * The id of the house. If the facts do not distinguish the house, its title also gets numbers
   * made from this id.
   */
  id: string
  /** The start of the title, and then the facts that distinguish the house. */
  parts: string[]
  /**
   * How many parts the title shows. A part is added while the title equals another title of the
   * list.
   */
  length: number
  /**
   * Whether the server must make this title, because the client cannot make it from the house's
   * record.
   */
  isBuilt: boolean
}

/** The parts of the English title of a house, such as `House in Seiyo, Ehime · 4LDK · 98 m²`. */
export function titleParts(house: TitleFacts): TitleParts {
  const isBuilt = house.place !== null && !isReadable(house)
  const start = isBuilt ? placeTitle(house) : specifiedTitle(house)
  const facts = distinctiveFacts(house)
  return {
    id: house.id,
    parts: [start, ...facts],
    length: isBuilt ? 1 + Math.min(USUAL_FACTS, facts.length) : 1,
    isBuilt,
  }
}

/**
 * The titles of a list of houses. No two titles are equal. A title is undefined if the client can
 * make the same title itself, from type and address or from the prefecture.
 */
export function titlesOf(houses: TitleParts[]): (string | undefined)[] {
  const titles = houses.map((house) => ({ ...house }))
  for (;;) {
    const texts = titles.map(toTitle)
    const counts = new Map<string, number>()
    for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
    const equal = titles.filter(
      ({ parts, length }, at) =>
        length < parts.length + NUMBERS_COUNT && counts.get(texts[at] ?? '') !== 1,
    )
    if (equal.length === 0) {
      return titles.map(({ isBuilt, length }, at) =>
        isBuilt || length > 1 ? texts[at] : undefined,
      )
    }
    for (const title of equal) title.length += 1
  }
}

/**
 * Whether the type and the address are known and contain no Japanese. The client can then make a
 * readable title from both.
 */
function isReadable({ propertyType, location }: TitleFacts) {
  return [propertyType, location].every((text) => isSome(text) && !hasJapanese(text))
}

/** The title that the client shows for a record without a title. */
function specifiedTitle({ propertyType, location, prefecture }: TitleFacts) {
  return isSome(propertyType) && isSome(location)
    ? `${propertyType} in ${location}`
    : `Property in ${prefectureDisplay(prefecture)}`
}

function isSome(text: string | null): text is string {
  return text !== null && text.trim() !== ''
}

/**
 * Makes the start of a title, such as `House in Unomachi, Seiyo, Ehime`. The oaza (district) is
 * included if its English name is known.
 */
function placeTitle({ propertyType, city, placeName, prefecture }: TitleFacts) {
  const type = propertyType === null || hasJapanese(propertyType) ? 'Property' : propertyType
  return `${type} in ${placeName?.en ?? city}, ${prefectureDisplay(prefecture)}`
}

/** The known facts, the most distinctive first. */
function distinctiveFacts({
  layout,
  buildingArea,
  landArea,
  constructionYear,
  priceYen,
}: TitleFacts) {
  const facts = [
    layout,
    buildingArea !== null && `${area.format(buildingArea)} m²`,
    landArea !== null && `${area.format(landArea)} m² land`,
    constructionYear !== null && `built ${constructionYear}`,
    priceYen !== null && (priceYen === 0 ? 'free' : yen.format(priceYen)),
  ]
  return facts.filter((fact) => typeof fact === 'string')
}

function toTitle({ id, parts, length }: TitleParts) {
  const shown = length <= parts.length ? parts : [...parts, ...numbersOf(id)]
  return shown.slice(0, length).join(' · ')
}

/**
 * Two numbers that distinguish houses with the same known facts. The first number is short. The
 * second number is unique, because it contains the whole id.
 */
function numbersOf(id: string) {
  return [`No. ${id.slice(-ID_LENGTH)}`, `No. ${id}`]
}
