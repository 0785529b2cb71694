import {
  and,
  asc,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  like,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { InventoryRow, InventorySearch, InventoryState } from '#contract/inventory.ts'
import { PREFECTURES } from '#contract/prefectures.ts'
import { Id } from '#contract/values.ts'
import { isOffered } from '#server/listings/offered.ts'
import { placeName } from '#server/places/place-name.ts'
import type { Database } from '../db/database.ts'
import { escapeLike } from '../db/like.ts'
import { listingPhotos, listings, sources } from '../db/schema.ts'
import { inventoryTitles } from './inventory-titles.ts'
import { inventoryState } from './listing.ts'

const MAX_WORDS = 5
/**
 * The minimum length of a text that the search looks up as the start of an id. Administrators who
 * enter a shorter text mostly mean a part of an address.
 */
const MIN_ID_PREFIX = 6

/** A page of listings and the number of all matches. Both include withdrawn and hidden listings. */
export async function findInventory(db: Database, search: InventorySearch) {
  const where = await conditionOf(db, search)
  const rows = await findRows(db, where, search)
  const total = rows[0]?.total ?? (search.page > 1 ? await db.$count(listings, where) : 0)
  const known = await db.select({ name: sources.name }).from(sources).orderBy(asc(sources.name))
  const titles = inventoryTitles(rows)
  return {
    results: rows.map((row, at) => toRow(row, titles[at] ?? row.id)),
    total_count: total,
    sources: known.map(({ name }) => name),
  }
}

const SORTS = {
  created_at: listings.createdAt,
  updated_at: listings.updatedAt,
  price: listings.priceCents,
} as const

/** Finds the page's ids and the total in one scan, then reads full rows for that page only. */
function findRows(
  db: Database,
  where: SQL | undefined,
  { sort_by, sort_order, page, limit }: InventorySearch,
) {
  const direction = sort_order === 'asc' ? asc : desc
  const order = [sql`${direction(SORTS[sort_by])} nulls last`, direction(listings.id)]
  const found = db
    .select({ id: listings.id, total: sql<number>`(count(*) over ())::int`.as('total') })
    .from(listings)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset((page - 1) * limit)
    .as('found')
  const photosOf = sql`from ${listingPhotos} where ${listingPhotos.listingId} = ${listings.id}`
  return db
    .select({
      total: found.total,
      id: listings.id,
      propertyType: listings.propertyType,
      location: listings.location,
      prefecture: listings.prefecture,
      city: listings.city,
      place: listings.place,
      placeName,
      layout: listings.layout,
      buildingArea: listings.buildingArea,
      landArea: listings.landArea,
      constructionYear: listings.constructionYear,
      priceYen: listings.priceYen,
      priceCents: listings.priceCents,
      source: listings.source,
      withdrawnAt: listings.withdrawnAt,
      hiddenAt: listings.hiddenAt,
      editedColumns: listings.editedColumns,
      createdAt: listings.createdAt,
      updatedAt: listings.updatedAt,
      photoCount: sql<number>`(select count(*)::int ${photosOf})`,
      photo: sql<string | null>`
        (select ${listingPhotos.path} ${photosOf} order by ${listingPhotos.position} limit 1)
      `,
    })
    .from(found)
    .innerJoin(listings, eq(listings.id, found.id))
    .orderBy(...order)
}

type Row = Awaited<ReturnType<typeof findRows>>[number]

function toRow(row: Row, title: string): InventoryRow {
  return {
    id: row.id,
    title,
    property_type: row.propertyType,
    location: row.location,
    prefecture: row.prefecture,
    city: row.city,
    price_yen: row.priceYen,
    price: row.priceCents === null ? null : row.priceCents / 100,
    source: row.source,
    state: inventoryState(row),
    edited: row.editedColumns.length > 0,
    photo_count: row.photoCount,
    photo: row.photo,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }
}

const IN_STATE: Record<InventoryState, SQL | undefined> = {
  offered: isOffered,
  withdrawn: and(isNotNull(listings.withdrawnAt), isNull(listings.hiddenAt)),
  hidden: isNotNull(listings.hiddenAt),
}

async function conditionOf(db: Database, { search, state, source }: InventorySearch) {
  const narrowed = and(
    state && IN_STATE[state],
    source === undefined ? undefined : eq(listings.source, source),
  )
  if (!search) return narrowed
  return and(narrowed, (await findById(db, search)) ?? matchesWords(search))
}

/**
 * Returns a condition that finds the listings whose id begins with the text. The condition can use
 * an index. Undefined if no listing has such an id, or if the text is too short.
 */
async function findById(db: Database, text: string) {
  if (text.length < MIN_ID_PREFIX || !Id.safeParse(text).success) return undefined
  const condition = like(listings.id, `${escapeLike(text)}%`)
  const [found] = await db.select({ id: listings.id }).from(listings).where(condition).limit(1)
  return found && condition
}

function matchesWords(text: string) {
  const words = text.split(/\s+/, MAX_WORDS)
  return and(...words.map(matchesWord))
}

function matchesWord(word: string) {
  const { id, prefecture, location, city, contactNumber, referenceUrl } = listings
  const prefectures = PREFECTURES.filter(({ value, japanese }) =>
    [value, japanese].some((name) => name.startsWith(word.toLowerCase())),
  ).map(({ value }) => value)
  const isAscii = /^[ -~]*$/.test(word)
  const columns = [location, city, ...(isAscii ? [contactNumber, referenceUrl] : [])]
  return or(
    eq(id, word),
    prefectures.length > 0 ? inArray(prefecture, prefectures) : undefined,
    // Use bytewise collation. A collation with a language's case rules makes the search four times
    // as slow.
    ...columns.map((column) => sql`${column} collate "C" ilike ${`%${escapeLike(word)}%`}`),
  )
}
