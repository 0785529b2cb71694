import type { CataloguePart } from '#contract/catalogue.ts'
import type { ComparedPart } from './compare-part.ts'
import type { Tier } from './tiers.ts'

/**
 * The share of a tier's houses that move to new blocks in one edition although they have not changed.
 * Each such house is downloaded again. At least one block is dissolved, whatever its size.
 */
const MOVED_SHARE = 0.015

/**
 * Chooses the blocks whose houses move to new blocks: those with hidden houses, those of which at least
 * half is gone, and small ones if their group has too many. A group is a tier, or a prefecture in it.
 */
export function findWorn(
  compared: ComparedPart[],
  { maxRows, spareBlocks }: Pick<Tier, 'maxRows' | 'spareBlocks'>,
) {
  const isHalfGone = ({ living, rows }: ComparedPart) => living.length * 2 <= rows
  const isSmall = ({ living }: ComparedPart) => living.length * 2 < maxRows
  const spare = countSpare(compared.filter(isSmall), maxRows)
  const spareOf = ({ part }: ComparedPart) => spare.get(part.prefecture) ?? 0
  // Join the small blocks of one group, rather than one block of each group, which would join nothing.
  const worn = compared
    .filter((one) => !one.hasHidden)
    .filter((one) => isHalfGone(one) || (isSmall(one) && spareOf(one) > spareBlocks))
    .sort(
      (one, other) =>
        Number(isHalfGone(other)) - Number(isHalfGone(one)) ||
        spareOf(other) - spareOf(one) ||
        one.living.length - other.living.length,
    )
  const movable = movableHouses(compared)
  let moved = 0
  const chosen = worn.filter(({ living }, at) => {
    if (at > 0 && moved + living.length > movable) return false
    moved += living.length
    return true
  })
  return new Set([...chosen, ...compared.filter(({ hasHidden }) => hasHidden)])
}

/** A share of the tier, or as many houses as have changed if these are more. */
function movableHouses(compared: ComparedPart[]) {
  const total = compared.reduce((sum, { living }) => sum + living.length, 0)
  const lost = compared.reduce((sum, part) => sum + part.lost, 0)
  return Math.max(lost, total * MOVED_SHARE)
}

/** For each group, how many blocks fewer there would be if the small ones were joined. */
function countSpare(small: ComparedPart[], maxRows: number) {
  const groups = new Map<CataloguePart['prefecture'], { blocks: number; houses: number }>()
  for (const { part, living } of small) {
    const { blocks, houses } = groups.get(part.prefecture) ?? { blocks: 0, houses: 0 }
    groups.set(part.prefecture, { blocks: blocks + 1, houses: houses + living.length })
  }
  return new Map(
    [...groups].map(([group, { blocks, houses }]) => [group, blocks - Math.ceil(houses / maxRows)]),
  )
}
