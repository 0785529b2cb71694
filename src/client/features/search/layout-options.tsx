const MAX_ROOMS = 10
/**
 * The letters of Japanese floor plans: K is a kitchen, D a dining room, L a living room, and S a
 * storage room without a window.
 */
const KINDS = ['K', 'DK', 'LDK', 'SDK', 'SLDK']

const GROUPS = Array.from({ length: MAX_ROOMS }, (_, index) => {
  const rooms = index + 1
  const layouts = KINDS.map((kind) => `${rooms}${kind}`)
  return {
    label: rooms === 1 ? '1 room' : `${rooms} rooms`,
    rooms: String(rooms),
    layouts: rooms === 1 ? ['1R', ...layouts] : layouts,
  }
})
const COMMON = new Set(GROUPS.flatMap(({ rooms, layouts }) => [rooms, ...layouts]))

/**
 * The options for the floor plan, grouped by the number of rooms. The URL may contain an unusual
 * floor plan. If `chosen` is such a floor plan, adds an option for it.
 */
export function LayoutOptions({ chosen }: { chosen: string }) {
  return (
    <>
      <option value="">Any floor plan</option>
      {chosen && !COMMON.has(chosen) && <option value={chosen}>{chosen}</option>}
      {GROUPS.map(({ label, rooms, layouts }) => (
        <optgroup key={label} label={label}>
          <option value={rooms}>{`Any with ${label}`}</option>
          {layouts.map((layout) => (
            <option key={layout} value={layout}>
              {layout}
            </option>
          ))}
        </optgroup>
      ))}
    </>
  )
}
