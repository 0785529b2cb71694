import type { BitCondition } from './conditions.ts'
import type { MarkColumn } from './marks.ts'
import type { Part } from './part.ts'

/**
 * Returns the listings that meet all conditions on marks. Counts for each bit in `missed` the
 * listings that fail only because of this bit.
 */
export function meetAll(
  { bits }: Part,
  marks: BitCondition[],
  indexes: Uint16Array,
  missed: Record<MarkColumn, Uint32Array>,
) {
  if (marks.length === 0) return indexes
  const found = new Uint16Array(indexes.length)
  let kept = 0
  for (const index of indexes) {
    let wrongColumn: MarkColumn | undefined
    let wrong = 0
    let isNear = true
    for (const { column, mask, wanted } of marks) {
      const differing = ((bits[column][index] ?? 0) & mask) ^ wanted
      if (differing === 0) continue
      isNear = wrong === 0 && (differing & (differing - 1)) === 0
      if (!isNear) break
      wrong = differing
      wrongColumn = column
    }
    if (isNear && wrongColumn) {
      const counts = missed[wrongColumn]
      const place = 31 - Math.clz32(wrong)
      counts[place] = (counts[place] ?? 0) + 1
    } else if (isNear) {
      found[kept] = index
      kept += 1
    }
  }
  return found.subarray(0, kept)
}

/**
 * For each bit, counts the found listings in which the bit is set. Loops over the set bits only,
 * because most listings have few set bits.
 */
export function tally(bits: Int32Array, indexes: Uint16Array, counts: Uint32Array) {
  for (const index of indexes) {
    let rest = bits[index] ?? 0
    while (rest !== 0) {
      const place = 31 - Math.clz32(rest & -rest)
      counts[place] = (counts[place] ?? 0) + 1
      rest &= rest - 1
    }
  }
}
