import { and, count, eq, gt, isNotNull, ne, sql } from 'drizzle-orm'
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
  const japanese = await japaneseNames(db, prefecture)
  return cities
    .map((city) => ({
      ...(city.namesakes === 1 ? alone(city) : apart(city)),
      japanese: japanese.get(keyOf(city.prefecture, city.name)),
      count: city.count,
    }))
    .sort((one, other) => byDisplay(one.display, other.display))
}

/** The Japanese names of municipalities, by prefecture and English name. */
async function japaneseNames(db: Database, prefecture: string | undefined) {
  const rows = await db
    .select({
      prefecture: places.prefecture,
      english: places.english,
      japanese: places.japanese,
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
  return new Map(rows.map((row) => [keyOf(row.prefecture, row.english), row.japanese]))
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

/** A city whose name exists in several prefectures. The prefecture distinguishes them. */
function apart({ prefecture, name }: City) {
  return {
    value: keyOf(prefecture, name),
    display: `${name} (${prefectureDisplay(prefecture)})`,
  }
}

/** Parses a value from {@link findCities}. */
export function readCity(value: string): { prefecture?: string; name: string } {
  const [prefecture = '', ...rest] = value.split('/')
  return PREFECTURE_VALUES.has(prefecture) && rest.length > 0
    ? { prefecture, name: rest.join('/') }
    : { name: value }
}
