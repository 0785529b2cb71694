/** The fragment of the address of the results that opens the saved searches. */
export const SAVED_SEARCHES = 'saved-searches'
