import { aliasedTable, type SQL, sql } from 'drizzle-orm'
import type { ListingRecord } from '#contract/listings.ts'
import { contacts, places } from '#server/db/schema.ts'
import { municipalityCode } from '#server/places/place-name.ts'

const contactPlace = aliasedTable(places, 'contact_place')

const contactWhere = (condition: SQL) => sql`(
  select json_strip_nulls(json_build_object(
    'en', ${contactPlace.english},
    'ja', ${contactPlace.japanese},
    'phone', ${contacts.phone},
    'mail', ${contacts.mail},
    'web', ${contacts.web},
    'note', ${contacts.note},
    'source', ${contacts.source},
    'date', ${contacts.date}
  ))
  from ${contacts}
  join ${places} contact_place on ${contactPlace.code} = ${contacts.place}
  where ${condition}
  order by ${contacts.place} desc
  limit 1
)`

const ownName = sql`(select ${places.japanese} from ${places} where ${places.code} = ${municipalityCode})`

/**
 * An SQL column for queries on `listings`: the contact of the listing's municipality, or null. If a
 * ward has no contact of its own, the column contains the contact of the ward's city. To find the
 * city, the query compares codes and names: the city's code is the nearest lower code with the same
 * first three digits, and the ward's name begins with the city's name.
 */
export const municipalContact = sql<NonNullable<ListingRecord['municipalContact']> | null>`coalesce(
  ${contactWhere(sql`${contacts.place} = ${municipalityCode}`)},
  case when ${ownName} like '%市%区' then ${contactWhere(
    sql`${contacts.place} between left(${municipalityCode}, 3) || '00' and ${municipalityCode}
      and starts_with(${ownName}, ${contactPlace.japanese})`,
  )} end
)`
