import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router'

/**
 * Reads and writes search parameters as plain text. The router's default JSON parser would round an
 * id of many digits.
 */
export const parseSearch = parseSearchWith((text) => text)
export const stringifySearch = stringifySearchWith(JSON.stringify)
