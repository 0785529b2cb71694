import { sql } from 'drizzle-orm'
import { PAGE_SIZES } from '#contract/choices.ts'
import type { ListingSearch } from '#contract/listings.ts'
import { PREFECTURES } from '#contract/prefectures.ts'
import type { Place } from '#search/places/place.ts'
import { bulkInsert } from '#server/db/bulk-insert.ts'
import type { Database } from '#server/db/database.ts'
import { listings, placeSources, places, sources } from '#server/db/schema.ts'

export type ListingRow = Omit<typeof listings.$inferSelect, 'askedPrice'>

const SOURCE = 'generated'

const CITIES_OF_A_PREFECTURE = 34
const LAYOUTS = [
  ...['1K', '1DK', '2K', '2DK', '2LDK', '3K', '3DK', '3LDK', '4K', '4DK', '4DK', '4LDK', '4LDK'],
  ...['4SLDK', '5K', '5DK', '5LDK', '5SLDK', '6K', '6DK', '6LDK', '7DK', '7LDK', '8DK', '9LDK'],
]
const STRUCTURES = ['木造', '軽量鉄骨造', '鉄骨造', 'RC造']
const YEN_PER_DOLLAR = 150
/** The price of every n-th listing is in dollars. This number is n. */
const DOLLARS_EVERY = 10
const NEWEST = Date.UTC(2026, 2, 31)
const DAY_MS = 86_400_000

/**
 * Generates `count` listings that are distributed like real ones. Prefectures and cities have very
 * different sizes. Prices and areas are log-normal, and some prices are in dollars. Every column
 * has nulls, and many listings have the same date. The same seed gives the same listings.
 */
export function* generateListings(count: number, seed = 1): Generator<ListingRow> {
  const random = randomNumbers(seed)
  for (let index = 0; index < count; index++) yield generateListing(index, random)
}

function generateListing(index: number, random: Random): ListingRow {
  const { code, ...place } = generatePlace(random)
  const price = generatePrice(random)
  const isInDollars = index % DOLLARS_EVERY === 0
  const year = random.chance(0.2) ? null : 1900 + Math.floor(120 * Math.sqrt(random.fraction()))
  const createdAt = generateDate(random)
  const remarks = '駅まで歩いて十五分、日当たり良好。庭に柿の木があります。'.repeat(
    1 + random.below(4),
  )
  return {
    // Real ids are digests, so they are in a different order than the dates. This multiplication
    // shuffles the ids in the same way.
    id: `g${((index * 2_654_435_761) % 2 ** 32).toString(16).padStart(8, '0')}${index.toString(36)}`,
    source: SOURCE,
    propertyType: 'House',
    location: `${place.city}大字${index}番地`,
    ...place,
    priceYen: isInDollars ? null : price,
    priceCents: price === null ? null : Math.round((price / YEN_PER_DOLLAR) * 100),
    statedLatitude: null,
    statedLongitude: null,
    prefectureIsInferred: false,
    cityIsInferred: false,
    priceLimit: null,
    priceText: null,
    offer: 'sale',
    rentYen: null,
    status: 'offered',
    layout: random.chance(0.15) ? null : random.pick(LAYOUTS),
    buildingArea: random.chance(0.1) ? null : logNormal(random, 105, 0.5),
    layoutText: null,
    buildingAreaText: null,
    landArea: random.chance(0.08) ? null : logNormal(random, 260, 0.8),
    landAreaText: null,
    constructionYear: year,
    // A third of the houses without a year are from before the war.
    latestYear: year === null && index % 3 === 0 ? 1944 : null,
    constructionText: year === null ? null : `January ${year}`,
    structure: random.pick(STRUCTURES),
    asOf: null,
    transportation: `${place.city}駅 徒歩${1 + random.below(60)}分 / バス停 徒歩3分`,
    remarks,
    facts: {},
    ...generateMarks(index),
    contactNumber: `0${100_000_000 + index}`,
    ...locationOf(code),
    stationId: null,
    ...generateStation(index),
    referenceUrl: `https://bank.example/houses/${index}`,
    link: null,
    propertyNumber: null,
    withdrawnAt: null,
    hiddenAt: null,
    hiddenBy: [],
    foldedInto: null,
    editedColumns: [],
    createdAt,
    updatedAt: createdAt,
    digest: index.toString(16).padStart(64, '0'),
    raw: { number: index, ...place, price, remarks },
  }
}

/**
 * Random signs and tags, as bits. Each bit is set half as often as the previous bit, down to one
 * listing in 4,096.
 */
function generateMarks(index: number) {
  const random = randomNumbers(index)
  const bits = () => {
    let set = 0
    for (let bit = 0; bit < 31; bit++) if (random.chance(0.5 ** (1 + (bit % 12)))) set |= 1 << bit
    return set
  }
  return { signs: bits(), tags: bits(), moreTags: bits() }
}

function generatePlace(random: Random) {
  // The exponents make the first prefectures and cities of a list much more frequent than the last.
  const prefecture = Math.floor(PREFECTURES.length * random.fraction() ** 1.5)
  const city = Math.floor(CITIES_OF_A_PREFECTURE * random.fraction() ** 2)
  return {
    prefecture: prefectureAt(prefecture),
    city: cityName(prefecture, city),
    code: codeOf(prefecture, city),
  }
}

function codeOf(prefecture: number, city: number) {
  return `${String(prefecture + 1).padStart(2, '0')}9${String(city).padStart(2, '0')}`
}

/**
 * The columns of a listing that depend on its place. The prefectures lie in a line from north to
 * south, and the places of a prefecture lie within a degree of its middle. For every tenth place,
 * only the prefecture is known.
 */
function locationOf(code: string) {
  const [prefecture, city] = [Number(code.slice(0, 2)), Number(code.slice(3))]
  const middle = { latitude: 44 - prefecture / 3.5, longitude: 143 - prefecture / 4 }
  if (city % 10 === 3) {
    const unknown = {
      radiusMetres: null,
      shinkansenMetres: null,
      airportMetres: null,
      seaMetres: null,
    }
    return { place: code, ...middle, precision: 'prefecture' as const, ...unknown }
  }
  const random = randomNumbers(Number(code))
  return {
    place: code,
    latitude: Math.round((middle.latitude + random.fraction() - 0.5) * 10_000) / 10_000,
    longitude: Math.round((middle.longitude + random.fraction() - 0.5) * 10_000) / 10_000,
    precision: 'municipality' as const,
    radiusMetres: city % 10 === 4 ? 1000 : 9000,
    shinkansenMetres: random.below(150_000),
    airportMetres: random.below(200_000),
    seaMetres: random.below(90) * 1000,
  }
}

/** The places of all generated listings. */
export function generatedPlaces(): Place[] {
  return PREFECTURES.flatMap(({ value }, prefecture) =>
    Array.from({ length: CITIES_OF_A_PREFECTURE }, (_, city) => {
      const code = codeOf(prefecture, city)
      const { latitude, longitude, precision } = locationOf(code)
      const name = cityName(prefecture, city)
      const names = { japanese: name, english: name, kana: '' }
      return { code, prefecture: value, ...names, latitude, longitude, precision }
    }),
  )
}

function generateStation(index: number) {
  const random = randomNumbers(index)
  const isKnown = random.chance(0.6)
  return {
    stationMetres: isKnown ? random.below(80) * 100 : null,
    stationIsStated: isKnown && random.chance(0.6),
    ...(random.chance(0.2)
      ? { shinkansenMetres: random.below(30) * 100, shinkansenIsStated: true }
      : { shinkansenIsStated: false }),
  }
}

function prefectureAt(index: number) {
  return PREFECTURES[index]?.value ?? ''
}

/**
 * Each prefecture has its own city names. Only the name 朝日町 occurs in all prefectures, so that the
 * data contains an ambiguous name. In Japan, too, several prefectures have a town with this name.
 */
function cityName(prefecture: number, city: number) {
  if (city === CITIES_OF_A_PREFECTURE - 1) return '朝日町'
  const number = prefecture * CITIES_OF_A_PREFECTURE + city
  const [first, second, third] = [
    '大小上下東西南北中新',
    '川山田島野原崎津浜沢',
    '松竹梅桜柏椿桐楠榎桂杉檜栗柿桃菊楓',
  ]
  const at = (characters: string | undefined, index: number) =>
    characters?.charAt(index % characters.length) ?? ''
  return [
    at(first, number),
    at(second, Math.floor(number / 10)),
    at(third, Math.floor(number / 100)),
    '市',
  ].join('')
}

function generatePrice(random: Random) {
  if (random.chance(0.05)) return null
  if (random.chance(0.03)) return random.below(2)
  return Math.round(logNormal(random, 480, 1)) * 10_000
}

/** Half of all listings were created in daily batches, so many share one date. */
function generateDate(random: Random) {
  const day = NEWEST - DAY_MS * Math.floor(1500 * random.fraction() ** 2)
  return new Date(random.chance(0.5) ? day : day + 1000 * random.below(86_400))
}

/** Adds the places of the generated listings to the places in the database. */
export async function insertPlaces(db: Database) {
  const source = { name: SOURCE, attribution: '', version: '1' }
  const [importedAt, matchedAt] = [new Date(NEWEST), new Date(NEWEST)]
  await db.insert(placeSources).values({ ...source, importedAt, matchedAt })
  await db.insert(places).values(generatedPlaces().map((place) => ({ ...place, source: SOURCE })))
}

const ROWS_AT_ONCE = 2000

/** Inserts listings in batches of thousands. {@link insertPhotos} adds their photos. */
export async function insertListings(db: Database, rows: Iterable<ListingRow>) {
  await db.insert(sources).values({ name: SOURCE }).onConflictDoNothing()
  let batch: ListingRow[] = []
  for (const row of rows) {
    batch.push(row)
    if (batch.length === ROWS_AT_ONCE) {
      await db.execute(bulkInsert(listings, batch))
      batch = []
    }
  }
  await db.execute(bulkInsert(listings, batch))
}

/** Adds one or two photos to two of every three listings. */
export async function insertPhotos(db: Database) {
  await db.execute(sql`
    insert into listing_photos (listing_id, position, path, width, height, thumbhash)
    select id, position, md5(id || position) || '.jpg', 1280, 960, left(md5(id), 28)
    from listings, generate_series(1, ascii(right(id, 1)) % 3) as position
  `)
}

/** Generates searches in a realistic mix: mostly by place, then by price, and newest first. */
export function* generateSearches(count: number, seed = 2): Generator<ListingSearch> {
  const random = randomNumbers(seed)
  for (let index = 0; index < count; index++) yield generateSearch(random)
}

/**
 * A page number that is higher than any last page. Callers replace this number with the search's
 * last page, which depends on the total.
 */
const LAST_PAGE = 10_000_000

function generateSearch(random: Random): ListingSearch {
  const [kind, page, order] = [random.fraction(), random.fraction(), random.fraction()]
  const { code: _, ...place } = generatePlace(random)
  return {
    ...(kind < 0.22 ? {} : kind < 0.6 ? { prefecture: place.prefecture } : place),
    ...(random.chance(0.15) ? { layout: random.pick(LAYOUTS) } : {}),
    ...range(random, 0.35, 'sale_price', () => Math.round(logNormal(random, 32_000, 0.8))),
    ...range(random, 0.15, 'building_area', () => Math.round(logNormal(random, 105, 0.4))),
    ...range(random, 0.12, 'land_area', () => Math.round(logNormal(random, 260, 0.6))),
    ...range(random, 0.2, 'construction_year', () => 1950 + random.below(60)),
    page: page < 0.6 ? 1 : page < 0.63 ? LAST_PAGE : 2 + random.below(24),
    limit: random.pick(PAGE_SIZES),
    sort_by: order < 0.65 ? 'createdAt' : 'sale_price',
    sort_order: order < 0.55 || order >= 0.9 ? 'desc' : 'asc',
  }
}

type RangeField = 'sale_price' | 'building_area' | 'land_area' | 'construction_year'

/** Generates a range with the given probability: a lower bound, an upper bound or both. */
function range(random: Random, chance: number, field: RangeField, value: () => number) {
  if (!random.chance(chance)) return {}
  const bounds = [value(), value()]
  const [low, high] = [Math.min(...bounds), Math.max(...bounds)]
  const kind = random.below(3)
  return {
    ...(kind === 1 ? {} : { [`${field}_min`]: low }),
    ...(kind === 0 ? {} : { [`${field}_max`]: high }),
  }
}

type Random = ReturnType<typeof randomNumbers>

/** Mulberry32, a small and fast generator with the same output on every machine. */
function randomNumbers(seed: number) {
  let state = seed
  function fraction() {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    fraction,
    below: (limit: number) => Math.floor(limit * fraction()),
    chance: (share: number) => fraction() < share,
    pick<T>(choices: readonly [T, ...T[]] | readonly T[]): T {
      return choices[Math.floor(choices.length * fraction())] as T
    },
  }
}

function logNormal(random: Random, median: number, spread: number) {
  // Box-Muller transform: two uniform numbers give one normal number.
  const normal =
    Math.sqrt(-2 * Math.log(1 - random.fraction())) * Math.cos(2 * Math.PI * random.fraction())
  return Math.round(median * Math.exp(spread * normal) * 100) / 100
}
