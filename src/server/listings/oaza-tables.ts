import type { Place } from '#search/places/place.ts'
import { MUNICIPALITY_LENGTH } from '#search/places/place.ts'
import type { Database } from '#server/db/database.ts'
import { type OazaNames, oazaNames } from '#server/places/oaza-names.ts'
import { type Oaza, readOaza } from '#server/places/stored-places.ts'

/**
 * Caches the oaza (districts) of each municipality. `prepare` reads a whole prefecture with one
 * query, because a query for each municipality would slow an import down. The oaza of all Japan
 * take 35 MB. `namesOf` indexes the oaza names of a municipality when its first listing is matched.
 */
export function createOazaTables(db: Pick<Database, 'select'>, places: Place[]) {
  const unread = new Map(
    places.flatMap(({ code, prefecture }) => (code.length === 2 ? [[prefecture, code]] : [])),
  )
  const rows = new Map<string, Oaza[]>()
  const tables = new Map<string, OazaNames>()

  return {
    async prepare(prefectures: Iterable<string | null>) {
      for (const prefecture of prefectures) {
        const prefectureCode = unread.get(prefecture ?? '')
        if (prefectureCode === undefined) continue
        unread.delete(prefecture ?? '')
        for (const place of await readOaza(db, prefectureCode)) {
          const code = place.code.slice(0, MUNICIPALITY_LENGTH)
          const group = rows.get(code)
          if (group) group.push(place)
          else rows.set(code, [place])
        }
      }
    },

    byCode(code: string) {
      const group = rows.get(code.slice(0, MUNICIPALITY_LENGTH))
      return group?.find((oaza) => oaza.code === code)
    },

    inMunicipality: (code: string) => rows.get(code) ?? [],

    namesOf({ code }: Place) {
      const known = tables.get(code)
      if (known) return known
      const unread = rows.get(code)
      if (!unread) return undefined
      const names = oazaNames(unread)
      tables.set(code, names)
      return names
    },
  }
}
