/** How many favorites an account can have. */
export const MAX_FAVORITES = 1_000
