/** A value of a field, and the change that wrote it. */
export interface Written {
  /** The id of the change, chosen by the device that made the change. */
  id: string
  /** A JSON value. Null clears the field. */
  value: unknown
  at: Date
}

/**
 * A change. `seen` holds the ids of the values that the person saw before making the change. The
 * change replaces these values.
 */
export interface Change extends Written {
  seen: readonly string[]
}

export interface Current extends Change {
  /** The value of a concurrent change with an earlier time. Null if there is no such change. */
  other: Written | null
}

interface Merged {
  field: Current
  /**
   * The value for the history: the replaced value or, of two concurrent values, the earlier one.
   * Null if the field had no value before.
   */
  past: Written | null
}

/**
 * Merges a change into a field. If the person saw the current value before making the change, the
 * change replaces this value. If not, the two values are concurrent, and the later value wins.
 * `other` keeps the earlier value, so that the app can offer this value to the person.
 */
export function mergeChange(current: Current | undefined, change: Change): Merged {
  if (!current) return { field: { ...change, other: null }, past: null }
  if (change.seen.includes(current.id)) {
    // The person saw the current value before making this change, so the change is later, even if
    // the device's clock says otherwise. Set the change's time to just after the current value's
    // time.
    const at = new Date(Math.max(change.at.getTime(), current.at.getTime() + 1))
    return { field: { ...change, at, other: unseenOther(current, change) }, past: toPast(current) }
  }
  // The person had seen this change before writing the current value, but this change arrives after
  // the current value. So only add the change to the history.
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

/**
 * Returns the old `other` value of a field. Returns null if the person saw this value before making
 * the change, or if the change sets the field to the same value.
 */
function unseenOther({ other }: Current, change: Change) {
  if (other === null || change.seen.includes(other.id)) return null
  return isSame(other.value, change.value) ? null : other
}

/**
 * Whether `a` is later than `b`. If both times are equal, the ids decide, so that the result does
 * not depend on which change arrives first.
 */
function isLater(a: Written, b: Written) {
  const [timeOfA, timeOfB] = [a.at.getTime(), b.at.getTime()]
  return timeOfA === timeOfB ? a.id > b.id : timeOfA > timeOfB
}

/**
 * Compares two values as JSON. The app always writes the properties of a value in the same order,
 * so equal values give equal texts.
 */
function isSame(a: unknown, b: unknown) {
  return JSON.stringify(a) === JSON.stringify(b)
}

function toPast({ id, value, at }: Written): Written {
  return { id, value, at }
}
