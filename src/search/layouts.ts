/** The kitchens that a layout can have, such as `DK` in `4DK`. `R` is a room without a kitchen. */
export const KITCHENS = ['LDK', 'DK', 'LK', 'LD', 'K', 'R']

/** The layouts with a number of rooms: for `4`, all from `4LDK` to `4SR`. A filter by `4` finds them. */
export function layoutsWith(rooms: string) {
  return KITCHENS.flatMap((kitchen) => [`${rooms}${kitchen}`, `${rooms}S${kitchen}`])
}
