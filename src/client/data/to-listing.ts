import type { ListingRecord } from '#contract/listings.ts'
import { prefectureDisplay } from '#contract/prefectures.ts'

/** A photo of a listing: where it is, and what is known of it before it arrives. */
export interface ListingPhoto extends Partial<NonNullable<ListingRecord['photos'][number]>> {
  /** Path or address of the original. */
  src: string
}

/** A listing as the screens show it. What is not known is undefined. */
export interface Listing {
  id: string
  title: string
  prefecture: string
  /** US dollars. */
  price: number | undefined
  yen: number | undefined
  floorPlan: string | undefined
  /** Of the building, in square metres where it is a number. */
  area: number | string | undefined
  landArea: number | string | undefined
  address: string | undefined
  imageUrl: string | undefined
  images: string[]
  photos: ListingPhoto[]
  /** More than there are in `photos` where only a card was sent. */
  photoCount: number
  /** The date as the source writes it, such as `July 1975`. */
  constructionDate: string | undefined
  yearBuilt: number | undefined
  listingDate: string | undefined
  description: string
  features: readonly string[]
  propertyType: string | undefined
  /** Ways to get there, separated by slashes. */
  transportation: string | undefined
  buildingStructure: string | undefined
  remarks: string | undefined
  contactNumber: string | undefined
  referenceUrl: string | undefined
  link: string | undefined
  sample: boolean
  withdrawn: boolean
  attribution: string | undefined
  /** What it was made from, for keeping. */
  record: ListingRecord
}

/** The same for every listing: it says what kind of offer this is, not what this house is like. */
const DESCRIPTION =
  'A vacant house in Japan. It is sold as it stands: see it, and ask the seller or the municipality about its condition before you decide.'
const FEATURES = ['Vacant house', 'For sale', 'Sold as it stands'] as const

/** By its record, so that what shows a listing is drawn again only when the record is another. */
const made = new WeakMap<ListingRecord, Listing>()

/** Turns a record of the API into the listing that the screens show. */
export function toListing(record: ListingRecord): Listing {
  const listing = made.get(record) ?? makeListing(record)
  made.set(record, listing)
  return listing
}

function makeListing(record: ListingRecord): Listing {
  const prefecture = prefectureDisplay(record.Prefecture)
  const propertyType = known(record['Property Type'])
  const address = known(record['Property Location'])
  const photos = toPhotos(record)
  const images = photos.map(({ src }) => src)
  return {
    id: record._id,
    title: propertyType && address ? `${propertyType} in ${address}` : `Property in ${prefecture}`,
    prefecture,
    price: record['Sale Price'] ?? undefined,
    yen: record['Sale Price Yen'] ?? undefined,
    floorPlan: known(record['Building - Layout']),
    area: known(record['Building - Area']),
    landArea: known(record['Land - Area']),
    address,
    imageUrl: images[0],
    images,
    photos,
    photoCount: record.photoCount ?? photos.length,
    constructionDate: known(record['Building - Construction Date']),
    yearBuilt: known(record['Construction Year']),
    listingDate: record.createdAt ?? undefined,
    description: DESCRIPTION,
    features: FEATURES,
    propertyType,
    transportation: known(record.Transportation),
    buildingStructure: known(record['Building - Structure']),
    remarks: known(record.Remarks),
    contactNumber: known(record['Contact Number']),
    referenceUrl: webAddress(record['Reference URL']),
    link: webAddress(record.link),
    sample: record.sample,
    withdrawn: record.withdrawn,
    attribution: known(record.attribution),
    record,
  }
}

/** The ways to get there, one by one. */
export function transportationLines({ transportation }: Pick<Listing, 'transportation'>) {
  const lines = transportation?.split(/[/／]/).flatMap((line) => line.trim() || [])
  return [...new Set(lines)]
}

/** Sources disagree about how to leave a field empty. */
function known<T extends number | string>(value: T | null | undefined) {
  if (value == null || (typeof value === 'string' && value.trim() === '')) return undefined
  return value
}

/**
 * Photos are described by position, so an image that is dropped takes its description
 * along. One that is there twice is shown once.
 */
function toPhotos({ images, photos }: Pick<ListingRecord, 'images' | 'photos'>): ListingPhoto[] {
  const bySrc = new Map<string, ListingPhoto>()
  images.forEach((image: unknown, position) => {
    if (typeof image !== 'string' || image.trim() === '') return
    const src = imageAddress(image.trim())
    bySrc.set(src, { ...photos[position], src })
  })
  return [...bySrc.values()]
}

/** Paths lie below `/images/`; an address on our own host is served from where we are. */
function imageAddress(image: string) {
  const url = parseUrl(image)
  if (!url) return `/images/${image.replace(/^\/?(images\/)?/, '')}`
  return url.host === globalThis.location?.host ? url.pathname + url.search : image
}

/** Links of a source are followed by people: nothing but the web. */
function webAddress(text: string | null | undefined) {
  const protocol = parseUrl(text ?? '')?.protocol
  return protocol === 'https:' || protocol === 'http:' ? (text ?? undefined) : undefined
}

function parseUrl(text: string) {
  // Most are paths, and a favorite has many: looking is quicker than reading.
  return text.includes(':') && URL.canParse(text) ? new URL(text) : undefined
}
