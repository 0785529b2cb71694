import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { Facts } from '#contract/facts.ts'
import { TAGS, type Tag } from '#contract/tags.ts'
import { toBits } from '#search/marks.ts'
import { type listings, SAMPLE_SOURCE } from '#server/db/schema.ts'
import type { Placeable } from '#server/listings/listing-matcher.ts'
import { signsOf } from '#server/listings/marks.ts'
import { ROOT } from '#server/root.ts'

const FOLDER = join(ROOT, 'src/samples')
/** The period over which the houses were listed, in days. */
const DAYS = 120
const DAY_MS = 86_400_000
const MINUTE = 60_000

/** A house in `src/samples/houses.json`. The houses are in the order in which they were listed. */
const SampleHouse = z.strictObject({
  id: z.string(),
  propertyType: z.string(),
  structure: z.string(),
  location: z.string(),
  prefecture: z.string(),
  city: z.string(),
  priceYen: z.nullable(z.int()),
  layout: z.string(),
  /** The areas in square metres. A flat has no land. */
  buildingArea: z.number(),
  landArea: z.nullable(z.number()),
  constructionYear: z.int(),
  constructionText: z.string(),
  transportation: z.string(),
  /** Begins with an area code that does not exist, so that nobody is called by accident. */
  contactNumber: z.string().check(z.startsWith('000-')),
  remarks: z.string(),
  facts: Facts,
  tags: z.array(z.enum(Object.keys(TAGS) as Tag[])),
  /** The names of files in `src/samples/photos`, without `.webp`. */
  photos: z.array(z.string()),
})

export interface SampleListing {
  row: typeof listings.$inferInsert & Placeable & { facts: Facts }
  photos: string[]
}

/** The sample houses as rows of the catalogue, newest first. `now` is the end of their period. */
export async function sampleListings(now: Date, jpyPerUsd: number): Promise<SampleListing[]> {
  const file = await readFile(join(FOLDER, 'houses.json'), 'utf8')
  const houses = z.array(SampleHouse).parse(JSON.parse(file))
  return houses.map(({ photos, tags, ...house }, index) => {
    const { id, priceYen } = house
    const listedAt = listingTime((index + 0.3) / houses.length, now)
    const row = {
      ...house,
      source: SAMPLE_SOURCE,
      priceCents: priceYen === null ? null : Math.round((priceYen / jpyPerUsd) * 100),
      referenceUrl: `https://engawa.example/houses/${id}`,
      createdAt: listedAt,
      updatedAt: listedAt,
    }
    const marks = toBits([...signsOf({ ...row, latestYear: null }), ...tags])
    const digest = createHash('sha256').update(JSON.stringify(row)).digest('hex')
    // `raw` is empty because a sample house has no source record.
    return { row: { ...row, ...marks, digest, raw: {} }, photos }
  })
}

export function readSamplePhoto(name: string) {
  return readFile(join(FOLDER, `photos/${name}.webp`))
}

/**
 * The time at which a house was listed. `part` is its position in the list, from 0 (newest) to 1
 * (oldest). More houses are listed towards the end of the period.
 */
function listingTime(part: number, now: Date) {
  const at = now.getTime() - DAYS * DAY_MS * part ** 1.25
  return new Date(Math.floor(at / MINUTE) * MINUTE)
}
