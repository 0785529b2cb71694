import { createHash } from 'node:crypto'
import type { Facts } from '#contract/facts.ts'
import { sampleHouses } from '#samples/houses.ts'
import { KINDS } from '#samples/kinds.ts'
import { type Picture, picturesOf } from '#samples/pictures.ts'
import type { SampleHouse } from '#samples/sample-house.ts'
import { type listings, SAMPLE_SOURCE } from '#server/db/schema.ts'
import { signsOf, toBits } from '#server/listings/marks.ts'
import type { Placeable } from '#server/places/listing-matcher.ts'
import { sampleFacts, sampleTags } from './sample-facts.ts'

export interface SampleListing {
  row: typeof listings.$inferInsert & Placeable & { facts: Facts }
  pictures: Picture[]
}

/** The sample houses as rows of the catalogue. */
export function sampleListings(now: Date, jpyPerUsd: number): SampleListing[] {
  return sampleHouses(now).map((house) => ({
    row: toRow(house, jpyPerUsd),
    pictures: picturesOf(house),
  }))
}

function toRow(house: SampleHouse, jpyPerUsd: number): SampleListing['row'] {
  const { propertyType, structure } = KINDS[house.kind]
  const { town, priceYen } = house
  const row = {
    id: house.id,
    source: SAMPLE_SOURCE,
    propertyType,
    location: house.address,
    prefecture: town.prefecture,
    city: town.japanese,
    priceYen,
    priceCents: priceYen === null ? null : Math.round((priceYen / jpyPerUsd) * 100),
    layout: house.layout,
    buildingArea: house.buildingArea,
    landArea: house.landArea,
    constructionYear: house.year,
    constructionText: house.built,
    structure,
    transportation: house.transportation,
    remarks: house.remarks,
    facts: sampleFacts(house),
    contactNumber: house.contactNumber,
    referenceUrl: `https://engawa.example/houses/${house.id}`,
    createdAt: house.listedAt,
    updatedAt: house.listedAt,
  }
  const { facts, constructionYear, constructionText } = row
  const signs = signsOf({ facts, constructionYear, constructionText })
  const marks = toBits([...signs, ...sampleTags(house)])
  // `raw` is empty because a sample house has no source record.
  const digest = createHash('sha256').update(JSON.stringify(row)).digest('hex')
  return { ...row, ...marks, digest, raw: {} }
}
