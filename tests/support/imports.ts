import type * as z from 'zod/mini'
import { toRequest } from '#contract/endpoint.ts'
import { createImport, type Import } from '#contract/imports.ts'
import type { Database } from '#server/db/database.ts'
import {
  type Import as Importing,
  type ImportOptions,
  importListings,
} from '#server/imports/import-listings.ts'
import { openImports } from '#server/imports/imports.ts'
import type { Problem } from '#server/imports/report.ts'
import { openCatalogue } from '#server/listings/catalogue.ts'
import type { Services } from '#server/services.ts'

interface Outside
  extends Pick<Services, 'db' | 'images' | 'now'>,
    Partial<Pick<Services, 'catalogue'>> {
  directory: string
  vacuum?: () => Promise<void>
  logError?: (error: unknown) => void
}

/** The service that handles uploaded files. */
export function openTestImports({
  db,
  vacuum = async () => {},
  logError = console.error,
  catalogue = openCatalogue(db),
  ...outside
}: Outside) {
  const database = { db, vacuum }
  return openImports({ database, catalogue, jpyPerUsd: 150, logError, ...outside })
}

/** Uploads a file of listings as an administrator. */
export async function uploadImport(
  server: { fetch: (path: string, init?: RequestInit) => Promise<Response> },
  admin: { token: string },
  content: BodyInit,
  options: Partial<z.input<typeof createImport.input>> = {},
) {
  const input = { file_name: 'houses.json', ...options }
  const { path, ...init } = toRequest(createImport, input, admin.token)
  const response = await server.fetch(path, { ...init, body: content, duplex: 'half' } as object)
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Import & { detail?: string },
  }
}

/** The default date of imports in tests. */
export const TODAY = new Date('2026-11-21T09:00:00Z')

/** A record with enough fields of the specification to be a listing. */
export function houseRecord(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    _id: 'house-1',
    'Property Location': '兵庫県丹波市氷上町1',
    'Sale Price Yen': 5_800_000,
    ...fields,
  }
}

/**
 * Imports a file. `content` is the text, the bytes or a stream of the file, or an array of records
 * that is encoded as JSON.
 */
export async function importInto(
  db: Database,
  content: string | Uint8Array | AsyncIterable<Uint8Array> | Record<string, unknown>[],
  options: Partial<ImportOptions & Pick<Importing, 'now' | 'images'>> = {},
) {
  const { now = TODAY, images = noImages, ...others } = options
  const problems: Problem[] = []
  const report = await importListings({
    db,
    images,
    now,
    input: toStream(content),
    options: {
      format: 'auto',
      jpyPerUsd: 150,
      full: false,
      dryRun: false,
      categories: ['house'],
      ...others,
    },
    onProblems: (some) => problems.push(...some),
  })
  return { report, problems }
}

const noImages: Importing['images'] = {
  store() {
    throw new Error('This test has no photos')
  },
}

function toStream(content: Parameters<typeof importInto>[1]) {
  if (typeof content === 'string' || content instanceof Uint8Array) return inPieces(content)
  return Array.isArray(content) ? inPieces(JSON.stringify(content)) : content
}

/** Splits the content in the middle of characters and records, as a network may do. */
async function* inPieces(content: string | Uint8Array) {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  for (let start = 0; start < bytes.length; start += 10_007) {
    yield bytes.subarray(start, start + 10_007)
  }
}
