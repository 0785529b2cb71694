/**
 * In windows at least this wide, the map stands beside the list. In narrower windows, the map
 * replaces the list.
 */
export const BESIDE = '(min-width: 80rem)'
