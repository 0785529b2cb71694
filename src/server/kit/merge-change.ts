/** A value of a field, and the change that wrote it. */
export interface Written {
  /** The id of the change, which its device chose. */
  id: string
  /** A JSON value. Null clears the field. */
  value: unknown
  at: Date
}

/** A change, with the ids of the values that it replaces knowingly. */
export interface Change extends Written {
  seen: readonly string[]
}

export interface Current extends Change {
  /** A value that was written at the same time elsewhere and did not win. */
  other: Written | null
}

interface Merged {
  field: Current
  /** The value that goes into the history. */
  past: Written | null
}

/**
 * Merges a change into a field. A change that has seen the current value replaces it. Otherwise the
 * two were made at the same time: the later one wins, and the other is offered to the person.
 */
export function mergeChange(current: Current | undefined, change: Change): Merged {
  if (!current) return { field: { ...change, other: null }, past: null }
  if (change.seen.includes(current.id)) {
    // Whatever the clocks say, this change came after the value that it has seen.
    const at = new Date(Math.max(change.at.getTime(), current.at.getTime() + 1))
    return { field: { ...change, at, other: unseenOther(current, change) }, past: toPast(current) }
  }
  // An earlier change arrives after the change that replaced it.
  if (current.seen.includes(change.id)) return { field: current, past: toPast(change) }

  const isWon = isLater(change, current)
  const [winner, loser] = isWon ? [change, current] : [current, change]
  if (isSame(winner.value, loser.value)) {
    return { field: { ...winner, other: current.other }, past: toPast(loser) }
  }
  const isOtherLater = !isWon && current.other !== null && isLater(current.other, change)
  const other = isOtherLater ? current.other : toPast(loser)
  return { field: { ...winner, other }, past: toPast(loser) }
}

/** The offered value, if the person who made the change has not seen it yet. */
function unseenOther({ other }: Current, change: Change) {
  if (other === null || change.seen.includes(other.id)) return null
  return isSame(other.value, change.value) ? null : other
}

/** Two changes of the same millisecond have an order too, the same on every server. */
function isLater(a: Written, b: Written) {
  const [timeOfA, timeOfB] = [a.at.getTime(), b.at.getTime()]
  return timeOfA === timeOfB ? a.id > b.id : timeOfA > timeOfB
}

/** The contract has put the fields of every value into one order. */
function isSame(a: unknown, b: unknown) {
  return JSON.stringify(a) === JSON.stringify(b)
}

function toPast({ id, value, at }: Written): Written {
  return { id, value, at }
}
