import type { CataloguePart } from '#contract/catalogue.ts'
import type { ListingRecord } from '#contract/listings.ts'
import { openBlock } from '#search/block.ts'
import type { DETAILS_COLUMNS } from '#search/catalogue-row.ts'
import { readBlock, type StoredCatalogue } from './stored-catalogue.ts'
import type { PrefectureName } from './wanted.ts'

/** How many blocks with details stay in memory, each with about a megabyte. */
const OPEN_BLOCKS = 3

/** Opens the full records of houses on this device. */
export function openDetails({ parts }: StoredCatalogue) {
  const blocks = new Map<string, ReturnType<typeof open>>()

  async function open(part: CataloguePart) {
    const bytes = await readBlock(part)
    if (!bytes) return undefined
    const block = openBlock<typeof DETAILS_COLUMNS>(bytes)
    const [id, record] = [block.texts('id'), block.texts('record')]
    const gone = new Set(part.gone)
    const rows = new Map<string, number>()
    for (let row = 0; row < block.size; row++) if (!gone.has(row)) rows.set(id(row) ?? '', row)
    return { rows, record }
  }

  function getOpened(part: CataloguePart) {
    const block = blocks.get(part.hash) ?? open(part)
    blocks.delete(part.hash)
    blocks.set(part.hash, block)
    const [oldest] = blocks.keys()
    if (blocks.size > OPEN_BLOCKS && oldest !== undefined) blocks.delete(oldest)
    return block
  }

  const partsIn = (prefecture: PrefectureName) =>
    parts.filter((part) => part.tier === 'details' && part.prefecture === prefecture)

  return {
    /** The record of a house. Undefined if it is not on this device. */
    async find(id: string, prefecture: PrefectureName): Promise<ListingRecord | undefined> {
      for (const part of partsIn(prefecture)) {
        const block = await getOpened(part)
        const row = block?.rows.get(id)
        if (block && row !== undefined) return JSON.parse(block.record(row) ?? '')
      }
      return undefined
    },

    /**
     * The records of a prefecture's houses. Holds one block in memory.
     * @throws if a block is missing or damaged.
     */
    async *recordsIn(prefecture: PrefectureName): AsyncGenerator<ListingRecord> {
      for (const part of partsIn(prefecture)) {
        const block = await open(part)
        if (!block) throw new Error('A block with details is missing')
        for (const row of block.rows.values()) yield JSON.parse(block.record(row) ?? '')
      }
    },
  }
}
