import type { Database } from '#server/db/database.ts'
import { type Import, type ImportOptions, importListings } from '#server/import/import-listings.ts'
import type { Problem } from '#server/import/report.ts'

/** The day on which tests import, unless they say otherwise. */
export const TODAY = new Date('2026-11-21T09:00:00Z')

/** A record with the fields of the specification, enough to be a listing. */
export function houseRecord(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    _id: 'house-1',
    'Property Location': '兵庫県丹波市氷上町1',
    'Sale Price Yen': 5_800_000,
    ...fields,
  }
}

/** Imports a text, the bytes of a file, a file, or records as a JSON array. */
export async function importInto(
  db: Database,
  content: string | Uint8Array | AsyncIterable<Uint8Array> | Record<string, unknown>[],
  options: Partial<ImportOptions & Pick<Import, 'now' | 'images'>> = {},
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

const noImages: Import['images'] = {
  store() {
    throw new Error('This test has no photos')
  },
}

function toStream(content: Parameters<typeof importInto>[1]) {
  if (typeof content === 'string' || content instanceof Uint8Array) return inPieces(content)
  return Array.isArray(content) ? inPieces(JSON.stringify(content)) : content
}

/** In pieces whose bounds fall inside of characters and records. */
async function* inPieces(content: string | Uint8Array) {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  for (let start = 0; start < bytes.length; start += 10_007) {
    yield bytes.subarray(start, start + 10_007)
  }
}
