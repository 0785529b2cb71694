import { askedPriceOf } from './asked-price.ts'
import { readCard } from './card-record.ts'
import type { CatalogueBlock, NumberName, TextName } from './catalogue-row.ts'
import { createColumns } from './columns.ts'
import { type Column, mapBits, mapColumns, PART_SIZE, type Values } from './part.ts'
import type { PlaceEntry } from './place-entries.ts'

/** A block, and the rows in it that do not count any more. */
export interface CataloguePart {
  block: CatalogueBlock
  gone: ReadonlySet<number>
}

export type OpenCatalogue = ReturnType<typeof openCatalogue>

/** Opens the blocks of a catalogue: the columns to search in, and a function that reads the cards. */
export function openCatalogue(parts: readonly CataloguePart[]) {
  const columns = createColumns()
  const indexes = new Map<string, number>()
  const rowOf = new Map<string, { block: CatalogueBlock; row: number }>()

  for (const { block, gone } of parts) {
    const ids = block.texts('id')
    const readPlace = placeReader(block)
    const readValues = valuesReader(block)
    for (const [prefecture, rows] of rowsByPrefecture(block, gone)) {
      const indexOf = (row: number) => {
        const entry = readPlace(row)
        const key = Object.values(entry).join(' ')
        const index = indexes.get(key) ?? columns.addPlaceEntry(entry)
        indexes.set(key, index)
        return index
      }
      for (let start = 0; start < rows.length; start += PART_SIZE) {
        const some = rows.slice(start, start + PART_SIZE)
        columns.add(prefecture, { ...readValues(some), placeEntry: some.map(indexOf) })
      }
      for (const row of rows) rowOf.set(ids(row) ?? '', { block, row })
    }
  }
  for (const _ of columns.divide());

  return {
    ...columns,

    /** The card of a listing and the parts of its title; undefined if the listing is unknown. */
    card(id: string) {
      const found = rowOf.get(id)
      return found && readCard(found.block, found.row)
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
  const { number, text } = columnReaders(block)
  const [prefecture, place] = [text('prefecture'), text('place')]
  const [latitude, longitude] = [number('latitude'), number('longitude')]
  const radiusMetres = number('radiusMetres')
  const [airportMetres, seaMetres] = [number('airportMetres'), number('seaMetres')]
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

/** Returns a function that reads the columns of some rows. */
function valuesReader(block: CatalogueBlock): (rows: number[]) => Omit<Values, 'placeEntry'> {
  const { number, text } = columnReaders(block)
  const radius = number('radiusMetres')
  /** A distance, plus or minus its error: none if the source states it, otherwise that of the place. */
  const bound = (distance: 'station' | 'shinkansen', sign: 1 | -1) => {
    const metres = number(`${distance}Metres`)
    const isStated = number(`${distance}IsStated`)
    return (row: number) => {
      const [known, error] = [metres(row), isStated(row) === 1 ? 0 : radius(row)]
      return known === null || error === null ? null : known + sign * error
    }
  }
  const [year, latestYear] = [number('constructionYear'), number('latestYear')]
  const [yen, cents] = [number('priceYen'), number('priceCents')]
  const id = text('id')
  const bits = mapBits((column) => number(column))
  const columns: Record<Column, (row: number) => string | number | null> = {
    ...{ city: text('city'), layout: text('layout') },
    askedPrice: (row: number) => askedPriceOf(yen(row), cents(row)),
    ...{ buildingArea: number('buildingArea'), landArea: number('landArea') },
    ...{ constructionYear: year, builtBy: (row: number) => year(row) ?? latestYear(row) },
    stationMetres: number('stationMetres'),
    ...{ stationLeast: bound('station', -1), stationMost: bound('station', 1) },
    shinkansenMetres: number('shinkansenMetres'),
    ...{ shinkansenLeast: bound('shinkansen', -1), shinkansenMost: bound('shinkansen', 1) },
  }
  const createdAt = number('createdAt')
  return (rows) => ({
    ...mapColumns((column) => rows.map((row) => columns[column](row))),
    ...mapBits((column) => rows.map((row) => bits[column](row) ?? 0)),
    id: rows.map((row) => id(row) ?? ''),
    moment: rows.map((row) => createdAt(row) ?? 0),
  })
}

/** Functions that return the values of a column by row. */
function columnReaders(block: CatalogueBlock) {
  return {
    number(name: NumberName) {
      const numbers = block.numbers(name)
      return (row: number) => {
        const number = numbers[row] ?? Number.NaN
        return Number.isNaN(number) ? null : number
      }
    },
    text: (name: TextName) => block.texts(name),
  }
}
