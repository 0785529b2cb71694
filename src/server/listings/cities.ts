import { and, count, eq, isNotNull, sql } from 'drizzle-orm'
import { PREFECTURES, prefectureDisplay } from '#contract/prefectures.ts'
import type { Database } from '#server/db/database.ts'
import { listings } from '#server/db/schema.ts'
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
  return cities
    .map((city) => ({ ...(city.namesakes === 1 ? alone(city) : apart(city)), count: city.count }))
    .sort((one, other) => byDisplay(one.display, other.display))
}

interface City {
  prefecture: string
  /** As the source writes it. */
  name: string
}

function alone({ name }: City) {
  return { value: name, display: name }
}

/** Several prefectures have a city of this name. */
function apart({ prefecture, name }: City) {
  return {
    value: `${prefecture}/${name}`,
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
