import type { ListingRecord } from '#contract/listings.ts'
import { prefectureDisplay } from '#contract/prefectures.ts'

/** A photo of a listing, with the details that are known before it loads, such as its size. */
export interface ListingPhoto extends Partial<NonNullable<ListingRecord['photos'][number]>> {
  /** The path or URL of the original photo. */
  src: string
}

/** A listing as the screens show it. Unknown values are undefined. */
export type Listing = ReturnType<typeof makeListing>

/**
 * Caches the listing of each record, so that a component re-renders only when its record changes.
 */
const cachedListings = new WeakMap<ListingRecord, Listing>()

/** Turns a record of the API into the listing that the screens show. */
export function toListing(record: ListingRecord): Listing {
  const listing = cachedListings.get(record) ?? makeListing(record)
  cachedListings.set(record, listing)
  return listing
}

/**
 * Whether a record has only the fields that the card of a house shows, because the device has no more
 * of this house.
 */
export function isOnlyCard(record: object) {
  return 'isOnlyCard' in record
}

/** Generic texts. Only what is true of every house, because a source states neither field. */
const FEATURES = ['For sale', 'In Japan']
const RENT_FEATURES = ['For rent', 'In Japan']

function makeListing(record: ListingRecord) {
  const prefecture = prefectureDisplay(record.Prefecture)
  const propertyType = known(record['Property Type'])
  const address = known(record['Property Location'])
  const photos = toPhotos(record)
  const images = photos.map(({ src }) => src)
  return {
    id: record._id,
    title:
      record.title ??
      (propertyType && address ? `${propertyType} in ${address}` : `Property in ${prefecture}`),
    place: record.placeName,
    /**
     * The position of the place in the outline of its prefecture, as the beginning of an SVG path,
     * such as `43.2 51`.
     */
    spot: record.spot,
    prefecture,
    /** The price in US dollars. */
    price: record['Sale Price'] ?? undefined,
    yen: record['Sale Price Yen'] ?? undefined,
    priceLimit: record.priceLimit,
    /** The source's text for the price, if it says more than the price, or could not be read. */
    priceText: record.priceText,
    /** The monthly rent in yen. */
    rent: record.rentYen,
    /** Whether the house is only for rent. */
    isForRent: record.offer === 'rent',
    status: record.status,
    floorPlan: known(record['Building - Layout']),
    /** The floor area of the building: a number in square metres, or the source's own text. */
    area: known(record['Building - Area']),
    landArea: known(record['Land - Area']),
    address,
    imageUrl: images[0],
    images,
    photos,
    /**
     * The number of all photos. It can exceed `photos.length`, because records for cards contain
     * only some of the photos.
     */
    photoCount: record.photoCount ?? photos.length,
    /** The date as the source writes it, such as `July 1975`. */
    constructionDate: known(record['Building - Construction Date']),
    yearBuilt: known(record['Construction Year']),
    description: `A vacant house for ${record.offer === 'rent' ? 'rent' : 'sale'} in Japan.`,
    features: record.offer === 'rent' ? RENT_FEATURES : FEATURES,
    /** When the listing was added or published. Unknown if it came with the first import. */
    listingDate: record.firstImport ? undefined : (record.createdAt ?? undefined),
    /** The month of the source's data, such as `Mar 2025`. */
    asOf: record.asOf,
    propertyType,
    /** Ways to reach the house, separated by slashes. */
    transportation: known(record.Transportation),
    buildingStructure: known(record['Building - Structure']),
    /** The codes of signs and tags, such as `by-the-sea`. `markName` returns the name of a code. */
    watchOuts: record.watchOuts ?? [],
    goodSigns: record.goodSigns ?? [],
    tags: record.tags ?? [],
    remarks: known(record.Remarks),
    contactNumber: known(record['Contact Number']),
    referenceUrl: webAddress(record['Reference URL']),
    link: webAddress(record.link),
    sample: record.sample,
    withdrawn: record.withdrawn,
    isOnlyCard: isOnlyCard(record),
    /** The id of the listing of the same house that searches show instead of this one. */
    foldedInto: record.foldedInto,
    /** The other listings of the same house, which this one stands for. */
    otherListings: (record.otherListings ?? []).map(({ link, ...other }) => {
      return { ...other, link: webAddress(link) }
    }),
    attribution: known(record.attribution),
    /** The API's record of the listing. Favorites save this record for offline use. */
    record,
  }
}

/** The ways to reach the house, one per line. */
export function transportationLines({ transportation }: Pick<Listing, 'transportation'>) {
  const lines = transportation?.split(/[/／]/).flatMap((line) => line.trim() || [])
  return [...new Set(lines)]
}

/** Turns an empty field into undefined. Sources write an empty field as null or as blank text. */
function known<T extends number | string>(value: T | null | undefined) {
  if (value == null || (typeof value === 'string' && value.trim() === '')) return undefined
  return value
}

/**
 * Joins each image with its details, which stand at the same position in `photos`. Skips an
 * unusable image with its details. Keeps a duplicate image only once.
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

/**
 * Returns the URL of a photo. A relative path is a path inside `/images/`. A URL on our own host
 * becomes a path on this origin.
 */
export function imageAddress(image: string) {
  const url = parseUrl(image)
  if (!url) return `/images/${image.replace(/^\/?(images\/)?/, '')}`
  return url.host === globalThis.location?.host ? url.pathname + url.search : image
}

/**
 * Accepts only http and https addresses, because the page shows the sources' addresses as links.
 */
function webAddress(text: string | null | undefined) {
  const protocol = parseUrl(text ?? '')?.protocol
  return protocol === 'https:' || protocol === 'http:' ? (text ?? undefined) : undefined
}

function parseUrl(text: string) {
  // Most addresses are paths without a colon. Looking for a colon first is faster than parsing.
  return text.includes(':') && URL.canParse(text) ? new URL(text) : undefined
}
