import type { ListingRecord } from '#contract/listings.ts'
import type { Block, NamesOf, Row } from './block.ts'

/**
 * The columns of a block with what searches, cards and maps need of each listing. They have the names
 * of the fields in the database, and the same meaning.
 */
export const CATALOGUE_COLUMNS = {
  id: 'text',
  prefecture: 'choice',
  city: 'choice',
  place: 'choice',
  latitude: 'number',
  longitude: 'number',
  radiusMetres: 'number',
  airportMetres: 'number',
  seaMetres: 'number',
  /** The id of the nearest station. */
  stationId: 'choice',
  stationMetres: 'number',
  /** 1 if the source states the distance, otherwise 0. */
  stationIsStated: 'number',
  shinkansenMetres: 'number',
  shinkansenIsStated: 'number',
  layout: 'choice',
  priceYen: 'number',
  priceCents: 'number',
  buildingArea: 'number',
  landArea: 'number',
  constructionYear: 'number',
  latestYear: 'number',
  signs: 'number',
  tags: 'number',
  moreTags: 'number',
  /** In milliseconds since the epoch. */
  createdAt: 'number',
  propertyType: 'choice',
  location: 'text',
  /** `placeName` of the API's record, as JSON. */
  placeName: 'choice',
  spot: 'choice',
  /** {@link OfferFields} as JSON. */
  offer: 'choice',
  layoutText: 'choice',
  buildingAreaText: 'choice',
  landAreaText: 'choice',
  constructionText: 'choice',
  asOf: 'choice',
  /** 1 if the listing came with the first import of its source, otherwise 0. */
  firstImport: 'number',
  /** 1 for an invented house, otherwise 0. */
  sample: 'number',
  photoCount: 'number',
  /** The path of the first photo. */
  photoPath: 'text',
  thumbhash: 'text',
  /** {@link PhotoFormat} of the first photo as JSON. */
  photoFormat: 'choice',
} as const

/** The columns of a block with the full records of houses, as JSON without their titles. */
export const DETAILS_COLUMNS = { id: 'text', record: 'text' } as const

export type CatalogueRow = Row<typeof CATALOGUE_COLUMNS>
export type CatalogueBlock = Block<typeof CATALOGUE_COLUMNS>
export type NumberName = NamesOf<typeof CATALOGUE_COLUMNS, 'number'>
export type TextName = NamesOf<typeof CATALOGUE_COLUMNS, 'choice' | 'text'>

/** The fields of a record about an offer, without those that have their usual values. */
export type OfferFields = Pick<
  ListingRecord,
  'priceLimit' | 'priceText' | 'offer' | 'rentYen' | 'status'
>

/** What many photos have in common. */
export type PhotoFormat = Omit<NonNullable<ListingRecord['photos'][number]>, 'thumbhash'>
