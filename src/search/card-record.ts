import type { ListingRecord } from '#contract/listings.ts'
import type {
  CatalogueBlock,
  FirstPhoto,
  NumberName,
  OfferFields,
  TextName,
} from './catalogue-row.ts'
import { readMarks } from './marks.ts'
import { titleParts } from './titles.ts'

const month = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** The month of a day such as `2025-03-31`, as pages show it: `Mar 2025`. */
export function monthOf(day: string) {
  return month.format(new Date(day))
}

/** Reads a row of a block as the record that a card shows, and the parts of its title. */
export function readCard(block: CatalogueBlock, row: number) {
  const number = (name: NumberName) => {
    const value = block.numbers(name)[row]
    return value === undefined || Number.isNaN(value) ? null : value
  }
  const text = (name: TextName) => block.texts(name)(row)
  const id = text('id') ?? ''
  const placeName = parse<ListingRecord['placeName']>(text('placeName'))
  const photo = parse<FirstPhoto>(text('photo'))
  const asOf = text('asOf')
  const facts = {
    ...{ id, placeName, place: text('place'), priceYen: number('priceYen') },
    ...{ prefecture: text('prefecture'), city: text('city'), layout: text('layout') },
    ...{ propertyType: text('propertyType'), location: text('location') },
    ...{ buildingArea: number('buildingArea'), landArea: number('landArea') },
    constructionYear: number('constructionYear'),
  }
  const cents = number('priceCents')
  const marks = readMarks({
    signs: number('signs') ?? 0,
    tags: number('tags') ?? 0,
    moreTags: number('moreTags') ?? 0,
  })
  const record: ListingRecord = {
    _id: id,
    title: undefined,
    'Property Type': facts.propertyType,
    'Property Location': facts.location,
    Prefecture: facts.prefecture,
    City: facts.city,
    placeName,
    spot: text('spot') ?? undefined,
    'Sale Price': cents === null ? null : cents / 100,
    'Sale Price Yen': facts.priceYen,
    ...parse<OfferFields>(text('offer')),
    'Building - Layout': text('layoutText') ?? facts.layout,
    'Building - Area': facts.buildingArea ?? text('buildingAreaText'),
    'Land - Area': facts.landArea ?? text('landAreaText'),
    'Building - Construction Date': text('constructionText'),
    'Construction Year': facts.constructionYear,
    'Building - Structure': null,
    Transportation: null,
    Remarks: null,
    watchOuts: unlessEmpty(marks.watchOuts),
    goodSigns: unlessEmpty(marks.goodSigns),
    tags: unlessEmpty(marks.tags),
    createdAt: new Date(number('createdAt') ?? 0).toISOString(),
    firstImport: number('firstImport') === 1,
    asOf: asOf === null ? undefined : monthOf(asOf),
    images: photo ? [photo.path] : [],
    photos: photo ? [photo.details] : [],
    photoCount: number('photoCount') ?? 0,
    sample: number('sample') === 1,
    withdrawn: false,
    attribution: null,
  }
  return { record, title: titleParts(facts) }
}

function parse<T>(json: string | null): T | undefined {
  return json === null ? undefined : JSON.parse(json)
}

function unlessEmpty(codes: string[]) {
  return codes.length > 0 ? codes : undefined
}
