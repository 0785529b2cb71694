import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router'

/**
 * How search parameters are read and written: as the text they are. The router would read JSON in
 * them, and so take an id of many digits for a number that it cannot hold.
 */
export const parseSearch = parseSearchWith((text) => text)
export const stringifySearch = stringifySearchWith(JSON.stringify)
