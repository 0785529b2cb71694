import { and, count, eq, gt, isNotNull, ne, sql } from 'drizzle-orm'
import { hasJapanese } from '#contract/japanese.ts'
import { PREFECTURES, prefectureDisplay } from '#contract/prefectures.ts'
import type { Database } from '#server/db/database.ts'
import { listings, places } from '#server/db/schema.ts'
import { isOffered } from './offered.ts'

const PREFECTURE_VALUES = new Set(PREFECTURES.map(({ value }) => value))
const byDisplay = new Intl.Collator('en').compare

/** The cities with listings and their counts, for one prefecture or for all. */
export async function findCities(db: Database, prefecture?: string) {
  const cities = await db
    .select({
      prefecture: sql<string>`${listings.prefecture}`,
      name: sql<string>`${listings.city}`,
      count: count(),
      namesakes: sql<number>`(count(*) over (partition by ${listings.city}))::int`,
    })
    .from(listings)
    .where(
      and(
        isOffered,
        prefecture ? eq(listings.prefecture, prefecture) : isNotNull(listings.prefecture),
        isNotNull(listings.city),
      ),
    )
    .groupBy(listings.prefecture, listings.city)
  const names = await japaneseNames(db, prefecture)
  return cities
    .map((city) => ({
      ...(city.namesakes === 1 ? alone(city) : apart(city)),
      ...names.get(keyOf(city.prefecture, city.name)),
      count: city.count,
    }))
    .sort((one, other) => byDisplay(one.display, other.display))
}

/** The Japanese names and readings of municipalities, by prefecture and English name. */
async function japaneseNames(db: Database, prefecture: string | undefined) {
  const rows = await db
    .select({
      prefecture: places.prefecture,
      english: places.english,
      japanese: places.japanese,
      kana: places.kana,
    })
    .from(places)
    .where(
      and(
        ne(places.precision, 'oaza'),
        // Exclude prefectures, whose codes have two digits.
        gt(sql`length(${places.code})`, 2),
        prefecture ? eq(places.prefecture, prefecture) : undefined,
      ),
    )
  return new Map(
    rows.map(({ prefecture, english, japanese, kana }) => [
      keyOf(prefecture, english),
      { japanese, kana: kana || undefined },
    ]),
  )
}

function keyOf(prefecture: string, name: string) {
  return `${prefecture}/${name}`
}

interface City {
  prefecture: string
  /** The city's name in English, or as the source writes it. */
  name: string
}

function alone({ name }: City) {
  return { value: name, display: name }
}

/**
 * The entry of a city whose name exists in several prefectures. The entry contains the prefecture,
 * so that people can tell these cities apart.
 */
function apart({ prefecture, name }: City) {
  return {
    value: keyOf(prefecture, name),
    display: `${name} (${prefectureDisplay(prefecture)})`,
  }
}

/**
 * Replaces a Japanese city name in the filters by the English name that is stored with listings.
 * Older links contain Japanese names. Keeps a name that matches no municipality, because listings
 * may be stored with the name that the source wrote.
 */
export async function withEnglishCity<F extends { prefecture?: string; city?: string }>(
  db: Database,
  filters: F,
): Promise<F> {
  if (filters.city === undefined || !hasJapanese(filters.city)) return filters
  const { name, ...city } = readCity(filters.city)
  const prefecture = city.prefecture ?? filters.prefecture
  const rows = await db
    .select({ prefecture: places.prefecture, english: places.english })
    .from(places)
    .where(
      and(
        ne(places.precision, 'oaza'),
        gt(sql`length(${places.code})`, 2),
        eq(places.japanese, name),
        prefecture ? eq(places.prefecture, prefecture) : undefined,
      ),
    )
    .limit(2)
  const [place, other] = rows
  // If several municipalities have this name, keep the filter as it is.
  if (!place || other) return filters
  return { ...filters, city: keyOf(place.prefecture, place.english) }
}

/** Parses a value from {@link findCities}. */
export function readCity(value: string): { prefecture?: string; name: string } {
  const [prefecture = '', ...rest] = value.split('/')
  return PREFECTURE_VALUES.has(prefecture) && rest.length > 0
    ? { prefecture, name: rest.join('/') }
    : { name: value }
}
