import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router'

/**
 * Reads and writes search parameters as plain text. By default, the router would parse them as
 * JSON, and would round an id of many digits.
 */
export const parseSearch = parseSearchWith((text) => text)
export const stringifySearch = stringifySearchWith(JSON.stringify)
