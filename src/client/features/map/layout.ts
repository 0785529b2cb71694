/** From this width on, the map stands beside the list. Below, it replaces the list. */
export const BESIDE = '(min-width: 80rem)'
