import { and, eq, gt, ne, sql } from 'drizzle-orm'
import { hasJapanese } from '#contract/japanese.ts'
import { parseCityFilter, prefectureDisplay } from '#contract/prefectures.ts'
import type { CityCount } from '#search/counts.ts'
import type { Database } from '#server/db/database.ts'
import { places } from '#server/db/schema.ts'

const byDisplay = new Intl.Collator('en').compare

/** The cities with their names and counts, sorted by English name. */
export async function nameCities(db: Database, counts: CityCount[], prefecture?: string) {
  const names = await japaneseNames(db, prefecture)
  const nameCounts = new Map<string, number>()
  for (const { city } of counts) nameCounts.set(city, (nameCounts.get(city) ?? 0) + 1)
  return counts
    .map(({ prefecture, city: name, count }) => ({
      ...(nameCounts.get(name) === 1 ? uniqueCity(name) : sharedNameCity(prefecture, name)),
      ...names.get(keyOf(prefecture, name)),
      count,
    }))
    .sort((one, other) => byDisplay(one.display, other.display))
}

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

function uniqueCity(name: string) {
  return { value: name, display: name }
}

/**
 * The entry of a city whose name exists in several prefectures. The entry names the prefecture, so
 * that people can tell these cities apart.
 */
function sharedNameCity(prefecture: string, name: string) {
  return {
    value: keyOf(prefecture, name),
    display: `${name} (${prefectureDisplay(prefecture)})`,
  }
}

/**
 * Finds the English name, which is stored with listings, of a city that a filter names in Japanese.
 * Links contain Japanese names if people copied them before the places were known. Empty if the
 * name matches no municipality, because listings may be stored with the name that the source wrote.
 */
export async function findEnglishCity(
  db: Database,
  filter: { prefecture?: string | undefined; city: string },
): Promise<{ city?: string }> {
  if (!hasJapanese(filter.city)) return {}
  const { name, ...city } = parseCityFilter(filter.city)
  const prefecture = city.prefecture ?? filter.prefecture
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
  return place && !other ? { city: keyOf(place.prefecture, place.english) } : {}
}
