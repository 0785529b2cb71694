import * as z from 'zod/mini'
import { endpoint, LONG_TIMEOUT_MS } from './endpoint.ts'
import { Rates } from './rates.ts'

/** A block of the catalogue, and the rows in it that do not count any more. */
const CataloguePart = z.object({
  /**
   * `columns` blocks contain what searches, cards and maps need of each house. `details` blocks
   * contain the full records of houses in one prefecture. `places` blocks contain the places and
   * stations that searches name: one block has all municipalities and stations, and each other one has
   * the oaza of a prefecture in which houses are offered.
   */
  tier: z.enum(['columns', 'details', 'places']),
  /**
   * The prefecture of a `details` block, or of a `places` block with oaza. Null if the prefecture of the
   * houses is unknown.
   */
  prefecture: z.optional(z.nullable(z.string())),
  /** The SHA-256 of the uncompressed block, in hexadecimal. A block with this hash never changes. */
  hash: z.string(),
  /** The size of the uncompressed block, in bytes. */
  size: z.int(),
  /** The size of the compressed block, in bytes. */
  bytes: z.int(),
  /** The number of houses that count. 0 for a `places` block. */
  houses: z.int(),
  /** The numbers of the rows of houses that have changed or are gone, ascending. */
  gone: z.array(z.int()),
})
export type CataloguePart = z.output<typeof CataloguePart>

const CatalogueIndex = z.object({
  /** The revision of the catalogue that the blocks contain. */
  revision: z.int(),
  /** The revision of the listings now. It is newer while the server makes the next blocks. */
  newest_revision: z.int(),
  made_at: z.string(),
  parts: z.array(CataloguePart),
  /** The current exchange rates, with which a device compares prices. */
  rates: Rates,
})
export type CatalogueIndex = z.output<typeof CatalogueIndex>

/** The index of the whole catalogue. A device fetches only the blocks that it does not have. */
export const getCatalogue = endpoint({
  method: 'GET',
  path: '/catalogue',
  access: 'subscriber',
  input: z.object({}),
  output: CatalogueIndex,
})

/** Returns the bytes of a block, in the format of `src/search/block.ts`. */
export const getCatalogueBlock = endpoint({
  method: 'GET',
  path: '/catalogue/blocks/:hash',
  access: 'subscriber',
  timeoutMs: LONG_TIMEOUT_MS,
  input: z.object({
    hash: z.string().check(z.regex(/^[\da-f]{64}$/, 'This is no hash of a block')),
  }),
  output: z.file(),
})
