import type { Area } from '#contract/place-values.ts'
import { askedPriceOf } from './asked-price.ts'
import type { Reader } from './block.ts'
import type { Order, PositionRange } from './buckets.ts'
import { readCard } from './card-record.ts'
import type { CatalogueBlock } from './catalogue-row.ts'
import { createColumns } from './columns.ts'
import { computedOnce } from './computed-once.ts'
import type { Condition } from './conditions.ts'
import { createIdIndex } from './id-index.ts'
import { type Column, mapBits, mapColumns, PART_SIZE, type SortField, type Values } from './part.ts'
import { isSameEntry, type PlaceEntry } from './place-entries.ts'

/** A block, and the rows in it whose listings have changed or are no longer offered. */
export interface CataloguePart {
  block: CatalogueBlock
  gone: ReadonlySet<number>
}

export interface PhotoCount {
  prefecture: string | null
  houses: number
  photos: number
  /** The path of one photo. Undefined if no listing has photos. */
  example: string | undefined
}

export type OpenCatalogue = ReturnType<typeof openCatalogue>

/** Opens the blocks of a catalogue: the columns to search in, and a function that reads the cards. */
export function openCatalogue(parts: readonly CataloguePart[]) {
  const columns = createColumns()
  const entries: PlaceEntry[] = []
  /** The indexes of the entries by their latitude, because few entries share one. */
  const indexes = new Map<number | null, number[]>()
  const rows = indexRows(parts)

  for (const [part, { block, gone }] of parts.entries()) {
    const readPlace = placeReader(block)
    const readValues = valuesReader(block)
    for (const [prefecture, its] of rowsByPrefecture(block, gone)) {
      const indexOf = (row: number) => {
        const entry = readPlace(row)
        const near = computedOnce(indexes, entry.latitude, () => [])
        const known = near.find((index) => isSameEntry(entry, entries[index]))
        if (known !== undefined) return known
        const index = columns.addPlaceEntry(entry)
        entries.push(entry)
        near.push(index)
        return index
      }
      for (let start = 0; start < its.length; start += PART_SIZE) {
        const some = its.slice(start, start + PART_SIZE)
        columns.add(prefecture, { ...readValues(some), placeEntry: some.map(indexOf) })
        for (const row of some) rows.add(part, row)
      }
    }
  }

  /** Dividing takes longer than a search, so each sort order is divided at its first search. */
  const divided = new Set<SortField>()

  return {
    ...columns,

    findPage(conditions: Condition[], order: Order, range: PositionRange) {
      if (!divided.has(order.sort_by)) {
        for (const _ of columns.divide([order.sort_by]));
        divided.add(order.sort_by)
      }
      return columns.findPage(conditions, order, range)
    },

    /** The card of a listing and the parts of its title; undefined if the listing is unknown. */
    card(id: string) {
      const found = rows.find(id)
      return found && readCard(found.block, found.row)
    },

    /** The numbers of houses by the id of their nearest station. */
    countStations(): ReadonlyMap<string, number> {
      const counts = new Map<string, number>()
      for (const { block, row } of allRows(parts)) {
        const station = block.texts('stationId')(row)
        if (station !== null) counts.set(station, (counts.get(station) ?? 0) + 1)
      }
      return counts
    },

    /**
     * Counts the listings with these ids and their photos, by prefecture. Without `ids`, counts all
     * listings.
     */
    countPhotos(ids?: Iterable<string>): PhotoCount[] {
      const counts = new Map<string | null, PhotoCount>()
      const found = ids && [...ids].flatMap((id) => rows.find(id) ?? [])
      for (const { block, row } of found ?? allRows(parts)) {
        const prefecture = block.texts('prefecture')(row)
        const before = counts.get(prefecture) ?? { houses: 0, photos: 0, example: undefined }
        counts.set(prefecture, {
          prefecture,
          houses: before.houses + 1,
          photos: before.photos + (block.numbers('photoCount')(row) ?? 0),
          example: before.example ?? block.texts('photoPath')(row) ?? undefined,
        })
      }
      return [...counts.values()]
    },

    /** The smallest rectangle around all houses in the places with these codes. */
    boxOfHouses(codes: string[]): Area {
      const inside = entries.filter(({ place }) => codes.some((code) => place?.startsWith(code)))
      const latitudes = inside.flatMap(({ latitude }) => latitude ?? [])
      const longitudes = inside.flatMap(({ longitude }) => longitude ?? [])
      return {
        south: latitudes.reduce((least, one) => Math.min(least, one), Infinity),
        west: longitudes.reduce((least, one) => Math.min(least, one), Infinity),
        north: latitudes.reduce((most, one) => Math.max(most, one), -Infinity),
        east: longitudes.reduce((most, one) => Math.max(most, one), -Infinity),
      }
    },
  }
}

interface BlockRow {
  block: CatalogueBlock
  row: number
}

/** The rows of all blocks, without those that are gone. */
function* allRows(parts: readonly CataloguePart[]): Generator<BlockRow> {
  for (const { block, gone } of parts) {
    for (let row = 0; row < block.size; row++) if (!gone.has(row)) yield { block, row }
  }
}

/** Finds rows by the ids of their listings. */
function indexRows(parts: readonly CataloguePart[]) {
  const starts: number[] = []
  let size = 0
  for (const { block } of parts) {
    starts.push(size)
    size += block.size
  }
  const index = createIdIndex(size)

  function locate(number: number): BlockRow | undefined {
    const at = starts.findLastIndex((start) => start <= number)
    const block = parts[at]?.block
    return block && { block, row: number - (starts[at] ?? 0) }
  }

  function idOf(number: number) {
    const found = locate(number)
    return found ? found.block.texts('id')(found.row) : null
  }

  return {
    /** Adds a row of the block with the index `part`. */
    add(part: number, row: number) {
      const id = parts[part]?.block.bytes('id')(row)
      if (id) index.add(id, (starts[part] ?? 0) + row)
    },
    find(id: string) {
      const number = index.find(id, idOf)
      return number === undefined ? undefined : locate(number)
    },
  }
}

/** The rows of a block that count, by prefecture. */
function rowsByPrefecture(block: CatalogueBlock, gone: ReadonlySet<number>) {
  const prefectures = block.texts('prefecture')
  const rowsIn = new Map<string | null, number[]>()
  for (let row = 0; row < block.size; row++) {
    if (gone.has(row)) continue
    const prefecture = prefectures(row)
    const rows = rowsIn.get(prefecture)
    if (rows) rows.push(row)
    else rowsIn.set(prefecture, [row])
  }
  return rowsIn
}

function placeReader(block: CatalogueBlock): (row: number) => PlaceEntry {
  const { numbers, texts } = block
  const [prefecture, place] = [texts('prefecture'), texts('place')]
  const [latitude, longitude] = [numbers('latitude'), numbers('longitude')]
  const radiusMetres = numbers('radiusMetres')
  const [airportMetres, seaMetres] = [numbers('airportMetres'), numbers('seaMetres')]
  return (row) => ({
    prefecture: prefecture(row),
    place: place(row),
    latitude: latitude(row),
    longitude: longitude(row),
    radiusMetres: radiusMetres(row),
    airportMetres: airportMetres(row),
    seaMetres: seaMetres(row),
  })
}

type TextColumn = 'city' | 'layout'

/** Returns a function that reads the columns of some rows. */
function valuesReader(block: CatalogueBlock): (rows: number[]) => Omit<Values, 'placeEntry'> {
  const { numbers, texts } = block
  const radius = numbers('radiusMetres')
  /**
   * The smallest or the largest possible distance. A distance that the source states has no error. Any
   * other distance has the error of the place.
   */
  const bound = (distance: 'station' | 'shinkansen', sign: 1 | -1) => {
    const metres = numbers(`${distance}Metres`)
    const isStated = numbers(`${distance}IsStated`)
    return (row: number) => {
      const [known, error] = [metres(row), isStated(row) === 1 ? 0 : radius(row)]
      return known === null || error === null ? null : known + sign * error
    }
  }
  const [year, latestYear] = [numbers('constructionYear'), numbers('latestYear')]
  const [yen, cents] = [numbers('priceYen'), numbers('priceCents')]
  const id = texts('id')
  const bits = mapBits(numbers)
  const columns: Record<Exclude<Column, TextColumn>, Reader<number>> = {
    askedPrice: (row: number) => askedPriceOf(yen(row), cents(row)),
    ...{ buildingArea: numbers('buildingArea'), landArea: numbers('landArea') },
    ...{ constructionYear: year, builtBy: (row: number) => year(row) ?? latestYear(row) },
    stationMetres: numbers('stationMetres'),
    ...{ stationLeast: bound('station', -1), stationMost: bound('station', 1) },
    shinkansenMetres: numbers('shinkansenMetres'),
    ...{ shinkansenLeast: bound('shinkansen', -1), shinkansenMost: bound('shinkansen', 1) },
  }
  const createdAt = numbers('createdAt')
  return (rows) => ({
    ...mapColumns((column) =>
      column === 'city' || column === 'layout'
        ? rows.map(texts(column))
        : readNumbers(rows, columns[column]),
    ),
    ...mapBits((column) => readNumbers(rows, bits[column])),
    ids: { at: (index) => id(rows[index] ?? 0) ?? '' },
    moment: readNumbers(rows, createdAt),
  })
}

/** The numbers of some rows. NaN stands for a missing number. */
function readNumbers(rows: number[], read: Reader<number>) {
  const values = new Float64Array(rows.length)
  for (let at = 0; at < values.length; at++) values[at] = read(rows[at] ?? 0) ?? Number.NaN
  return values
}
