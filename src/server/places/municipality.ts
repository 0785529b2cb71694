import { and, asc, eq, like, ne, or } from 'drizzle-orm'
import { MUNICIPALITY_LENGTH } from '#search/places/place.ts'
import type { Database } from '#server/db/database.ts'
import { escapeLike } from '#server/db/like.ts'
import { places } from '#server/db/schema.ts'

/**
 * A municipality with the codes of its wards, and a regular expression of PostgreSQL that finds its
 * name in a text. Undefined if the code names no municipality.
 */
export async function findMunicipality(db: Pick<Database, 'select'>, code: string) {
  const isMunicipality = ne(places.precision, 'oaza')
  const [found] = await db
    .select()
    .from(places)
    .where(and(isMunicipality, eq(places.code, code)))
  if (!found || code.length !== MUNICIPALITY_LENGTH) return undefined
  const { prefecture, japanese, english } = found
  const isWard = and(
    eq(places.prefecture, prefecture),
    // The name of a ward begins with the name of its city.
    like(places.japanese, `${escapeLike(japanese)}%区`),
  )
  const parts = await db
    .select({ code: places.code })
    .from(places)
    .where(and(isMunicipality, or(eq(places.code, code), isWard)))
    .orderBy(asc(places.code))
  return {
    prefecture,
    english,
    codes: parts.map(({ code }) => code),
    cityPattern: namePattern(japanese, english),
  }
}

/**
 * Matches the whole name only: not 津市 in 中津市, but in 三重県津市, and not Ise in Isehara. In Latin
 * letters, the kind of municipality may be missing.
 */
function namePattern(japanese: string, english: string) {
  const latin = english.replace(/ (City|Ward|Town|Village)\b| \(.*\)/g, '').split(', ')
  const words = latin.map((name) => `(^|[^[:alnum:]-])${escapePattern(name)}($|[^[:alnum:]])`)
  // A ward needs its city too: `Kita, Kobe`.
  const inLatin = words.map((word) => `(?=.*${word})`).join('')
  return `(^|[^一-龠々]|[都道府県郡島])${escapePattern(japanese)}|^${inLatin}`
}

function escapePattern(text: string) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
