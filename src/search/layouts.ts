/** The kitchens that a layout can have, such as `DK` in `4DK`. `R` is a room without a kitchen. */
export const KITCHENS = ['LDK', 'DK', 'LK', 'LD', 'K', 'R']

/** All layouts with a number of rooms. A filter by this number finds them. */
export function layoutsWith(rooms: string) {
  return KITCHENS.flatMap((kitchen) => [`${rooms}${kitchen}`, `${rooms}S${kitchen}`])
}
