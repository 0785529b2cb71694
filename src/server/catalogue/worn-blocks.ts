import type { CataloguePart } from '#contract/catalogue.ts'
import type { Tier } from './tiers.ts'

/** How many blocks a tier may have beyond the necessary ones before small blocks are joined. */
const SPARE_BLOCKS = 24
/**
 * The share of a tier's houses that move to new blocks in one edition although they have not changed.
 * Each such house is downloaded again. At least one block is dissolved, whatever its size.
 */
const MOVED_SHARE = 0.02

/** A block of the previous edition, after the comparison with the current listings. */
export interface ComparedPart {
  part: CataloguePart
  rows: number
  /** The ids of the houses that have not changed. */
  ids: string[]
  /** How many houses of the block counted in the previous edition, and do not count any more. */
  lost: number
  /** Whether the block contains a house that nobody may see any more. */
  hasHidden: boolean
}

/**
 * Chooses the blocks whose houses move to new blocks: those with hidden houses, those of which at least
 * half is gone, and small ones if there are too many blocks. Blocks with few houses come first.
 */
export function findWorn(
  compared: ComparedPart[],
  { maxRows, isByPrefecture }: Pick<Tier, 'maxRows' | 'isByPrefecture'>,
) {
  const groupOf = ({ part }: ComparedPart) => (isByPrefecture ? (part.prefecture ?? null) : '')
  const sizes = new Map<string | null, { blocks: number; houses: number }>()
  for (const one of compared) {
    const { blocks, houses } = sizes.get(groupOf(one)) ?? { blocks: 0, houses: 0 }
    sizes.set(groupOf(one), { blocks: blocks + 1, houses: houses + one.ids.length })
  }
  const spare = new Map(
    [...sizes].map(([group, { blocks, houses }]) => [group, blocks - Math.ceil(houses / maxRows)]),
  )
  const areTooMany = [...spare.values()].reduce((sum, count) => sum + count, 0) > SPARE_BLOCKS
  const isWorn = (one: ComparedPart) => {
    if (one.ids.length * 2 <= one.rows) return true
    const isSmall = one.ids.length * 2 < maxRows
    return areTooMany && isSmall && (spare.get(groupOf(one)) ?? 0) > 0
  }
  const total = compared.reduce((sum, { rows }) => sum + rows, 0)
  const lost = compared.reduce((sum, part) => sum + part.lost, 0)
  const movable = Math.max(0, lost) + total * MOVED_SHARE
  let moved = 0
  const worn = compared.filter((one) => !one.hasHidden && isWorn(one))
  worn.sort((one, other) => one.ids.length - other.ids.length)
  const chosen = worn.filter(({ ids }, at) => {
    moved += ids.length
    return at === 0 || moved <= movable
  })
  return new Set([...chosen, ...compared.filter(({ hasHidden }) => hasHidden)])
}
