const MAX_ROOMS = 10
/** A kitchen, with room to dine, with room to live; S is a room without a window of its own. */
const KINDS = ['K', 'DK', 'LDK', 'SDK', 'SLDK']

const GROUPS = Array.from({ length: MAX_ROOMS }, (_, index) => {
  const rooms = index + 1
  const layouts = KINDS.map((kind) => `${rooms}${kind}`)
  return {
    label: rooms === 1 ? '1 room' : `${rooms} rooms`,
    layouts: rooms === 1 ? ['1R', ...layouts] : layouts,
  }
})
const COMMON = new Set(GROUPS.flatMap(({ layouts }) => layouts))

/** The usual layouts by number of rooms; an unusual one that is `chosen` is there too. */
export function LayoutOptions({ chosen }: { chosen: string }) {
  return (
    <>
      <option value="">Any floor plan</option>
      {chosen && !COMMON.has(chosen) && <option value={chosen}>{chosen}</option>}
      {GROUPS.map(({ label, layouts }) => (
        <optgroup key={label} label={label}>
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
