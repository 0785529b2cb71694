import { formatHouses, formatNumber } from '#client/format/format.ts'

interface Shown {
  /** The number of houses on the map. This is the sum of the numbers in the circles. */
  onMap: number
  /** The number of houses on the map that lie in the searched area. Undefined without an area. */
  inArea?: number | undefined
  /** The number of houses whose place is not known. */
  unplaced: number
  /** Whether the map counts only houses saved on this device. */
  isSavedOnly: boolean
}

/** A sentence that says what the map shows. */
export function describeMap({ onMap, inArea, unplaced, isSavedOnly }: Shown) {
  if (isSavedOnly) {
    return onMap === 0
      ? "You're offline, and no house with a known place is saved on this device."
      : `You're offline. The map shows ${formatHouses(onMap)} saved on this device: favorites, and houses that you opened.`
  }
  if (onMap + unplaced === 0) return 'No house matches these filters.'
  if (inArea !== undefined) {
    return `${formatHouses(inArea)} in the area that you searched, ${formatNumber(onMap - inArea)} around it.`
  }
  const rest =
    unplaced > 0 ? ` The list also has ${formatHouses(unplaced)} without a known place.` : ''
  return `${formatHouses(onMap)} on the map.${rest}`
}
