import type { CataloguePart } from '#contract/catalogue.ts'
import type { ListingRecord } from '#contract/listings.ts'
import { openBlock, type Row, readRow, writeBlock } from '#search/block.ts'
import { CATALOGUE_COLUMNS, DETAILS_COLUMNS } from '#search/catalogue-row.ts'
import type { Database } from '#server/db/database.ts'
import type { Records } from '#server/listings/record-json.ts'
import { readCatalogueRows } from './catalogue-rows.ts'

export interface Tier {
  name: CataloguePart['tier']
  /** The maximum number of rows of a block. */
  maxRows: number
  /** Whether all houses of a block are in the same prefecture. */
  isByPrefecture: boolean
  /** How many small blocks there may be beyond the necessary ones before they are joined. */
  spareBlocks: number
  /**
   * Writes the current rows of listings, in the order of their ids. Leaves out those that are not
   * offered any more, and from a block of one prefecture those that have moved to another.
   */
  write: (
    batches: AsyncIterable<string[]>,
    prefecture: string | null,
  ) => Promise<{ block: Uint8Array<ArrayBuffer>; houses: number }>
  /** Opens a block to compare it with the current listings. */
  open: (bytes: Uint8Array<ArrayBuffer>) => {
    ids: string[]
    /** Of the rows with these numbers, returns those that equal the current rows. */
    findCurrent: (rows: number[]) => Promise<number[]>
  }
}

interface TierServices {
  db: Database
  records: Pick<Records, 'readParts'>
}

/** The two kinds of blocks with houses, see `CataloguePart`. */
export function openTiers({ db, records }: TierServices): Tier[] {
  async function readDetails(ids: string[]) {
    const found = await records.readParts(ids)
    return [...found].map(([id, { record }]) => ({ id, record: `${record}}` }))
  }
  return [
    {
      ...{ name: 'columns', maxRows: 4096, isByPrefecture: false, spareBlocks: 24 },
      ...readers(
        CATALOGUE_COLUMNS,
        (ids) => readCatalogueRows(db, records, ids),
        () => true,
      ),
    },
    {
      ...{ name: 'details', maxRows: 512, isByPrefecture: true, spareBlocks: 4 },
      ...readers(DETAILS_COLUMNS, readDetails, isIn),
    },
  ]
}

function isIn({ record }: Row<typeof DETAILS_COLUMNS>, prefecture: string | null) {
  const { Prefecture }: ListingRecord = JSON.parse(record ?? '')
  return Prefecture === prefecture
}

function readers<Columns extends typeof CATALOGUE_COLUMNS | typeof DETAILS_COLUMNS>(
  columns: Columns,
  read: (ids: string[]) => Promise<Row<Columns>[]>,
  belongs: (row: Row<Columns>, prefecture: string | null) => boolean,
): Pick<Tier, 'write' | 'open'> {
  const names = Object.keys(columns) as (keyof Columns)[]

  async function readById(ids: string[]) {
    const rows = await read(ids)
    return new Map(rows.map((row): [string | null, Row<Columns>] => [row.id, row]))
  }

  return {
    async write(batches, prefecture) {
      const rows: Row<Columns>[] = []
      for await (const ids of batches) {
        const found = await readById(ids)
        for (const id of ids) {
          const row = found.get(id)
          if (row && belongs(row, prefecture)) rows.push(row)
        }
      }
      return { block: writeBlock<Columns>(columns, rows), houses: rows.length }
    },

    open(bytes) {
      const block = openBlock<Columns>(bytes)
      const idOf = openBlock<{ id: 'text' }>(bytes).texts('id')
      const ids = Array.from({ length: block.size }, (_, row) => idOf(row) ?? '')
      return {
        ids,
        async findCurrent(rows) {
          const current = await readById(rows.map((row) => ids[row] ?? ''))
          return rows.filter((row) => {
            const before = readRow(columns, block, row)
            const now = current.get(before.id)
            return now && names.every((name) => before[name] === now[name])
          })
        },
      }
    },
  }
}
