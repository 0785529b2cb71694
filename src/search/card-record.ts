import type { ListingRecord } from '#contract/listings.ts'
import type {
  CatalogueBlock,
  NumberName,
  OfferFields,
  PhotoFormat,
  TextName,
} from './catalogue-row.ts'
import { type MarkBits, recordMarks } from './marks.ts'
import { type TitleFacts, titleParts } from './titles.ts'

const month = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** The values of a listing from which {@link cardFields} makes fields of its record. */
interface CardFacts extends TitleFacts, MarkBits {
  placeName: ListingRecord['placeName']
  priceCents: number | null
  layoutText: string | null
  buildingAreaText: string | null
  landAreaText: string | null
  constructionText: string | null
  /** A day such as `2025-03-31`. */
  asOf: string | null
}

/** The fields of a record that a listing's card shows, as far as they follow from its facts. */
export function cardFields(facts: CardFacts) {
  return {
    _id: facts.id,
    title: undefined,
    'Property Type': facts.propertyType,
    'Property Location': facts.location,
    Prefecture: facts.prefecture,
    City: facts.city,
    placeName: facts.placeName,
    'Sale Price': facts.priceCents === null ? null : facts.priceCents / 100,
    'Sale Price Yen': facts.priceYen,
    'Building - Layout': facts.layoutText ?? facts.layout,
    'Building - Area': facts.buildingArea ?? facts.buildingAreaText,
    'Land - Area': facts.landArea ?? facts.landAreaText,
    'Building - Construction Date': facts.constructionText,
    'Construction Year': facts.constructionYear,
    ...recordMarks(facts),
    asOf: facts.asOf === null ? undefined : month.format(new Date(facts.asOf)),
  }
}

/** Reads a row of a block as the record that a card shows, and the parts of its title. */
export function readCard(block: CatalogueBlock, row: number) {
  const number = (name: NumberName) => block.numbers(name)(row)
  const text = (name: TextName) => block.texts(name)(row)
  const facts: CardFacts = {
    ...{ id: text('id') ?? '', placeName: parse(text('placeName')), place: text('place') },
    ...{ prefecture: text('prefecture'), city: text('city'), location: text('location') },
    ...{ propertyType: text('propertyType'), asOf: text('asOf') },
    ...{ priceYen: number('priceYen'), priceCents: number('priceCents') },
    ...{ layout: text('layout'), layoutText: text('layoutText') },
    ...{ buildingArea: number('buildingArea'), buildingAreaText: text('buildingAreaText') },
    ...{ landArea: number('landArea'), landAreaText: text('landAreaText') },
    ...{ constructionYear: number('constructionYear') },
    constructionText: text('constructionText'),
    ...{ signs: number('signs') ?? 0, tags: number('tags') ?? 0 },
    moreTags: number('moreTags') ?? 0,
  }
  const photoPath = text('photoPath')
  const record: ListingRecord = {
    ...cardFields(facts),
    ...parse<OfferFields>(text('offer')),
    spot: text('spot') ?? undefined,
    'Building - Structure': null,
    Transportation: null,
    Remarks: null,
    createdAt: new Date(number('createdAt') ?? 0).toISOString(),
    firstImport: number('firstImport') === 1,
    images: photoPath === null ? [] : [photoPath],
    photos: photoPath === null ? [] : [readPhotoDetails(block, row)],
    photoCount: number('photoCount') ?? 0,
    sample: number('sample') === 1,
    withdrawn: false,
    attribution: null,
  }
  return { record, title: titleParts(facts) }
}

function readPhotoDetails(block: CatalogueBlock, row: number) {
  const format = parse<PhotoFormat>(block.texts('photoFormat')(row))
  return format ? { ...format, thumbhash: block.texts('thumbhash')(row) } : null
}

function parse<T>(json: string | null): T | undefined {
  return json === null ? undefined : JSON.parse(json)
}
