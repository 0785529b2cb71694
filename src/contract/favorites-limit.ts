/** Maximum number of favorites per account. */
export const MAX_FAVORITES = 1_000
