export const MAX_FAVORITES = 1_000
