/**
 * In windows at least this wide, the map stands beside the list. In narrower windows, the map
 * replaces the list.
 */
export const MAP_BESIDE_LIST = '(min-width: 80rem)'
