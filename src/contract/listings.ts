import * as z from 'zod/mini'
import {
  AREAS,
  DEFAULT_PAGE_SIZE,
  FREE_LISTINGS,
  HOUSE_PRECISIONS,
  OFFER_STATUSES,
  OFFERS,
  PRECISIONS,
  PRICE_LIMITS,
  PRICES,
  REGION_CODES,
  YEARS,
} from './choices.ts'
import { Display } from './display.ts'
import { endpoint } from './endpoint.ts'
import {
  FlagOrFalse,
  KnownArea,
  KnownInteger,
  KnownMoment,
  KnownPrice,
  KnownText,
  missingIfWrong,
  OptionalText,
  RequiredText,
  validItems,
} from './lenient-fields.ts'
import { DISTANCES_KM, PLACE_CODE, readArea, readPlaceRef, readWithin } from './place-values.ts'
import { LIMITS, MARK_LIST } from './query-values.ts'
import { Id, paging, queryNumber, queryText, sorting } from './values.ts'

/**
 * The sort orders of listings. A house without a known distance comes last, whether a sort by
 * distance is ascending or descending.
 */
export const SORT_FIELDS = [
  ...(['createdAt', 'sale_price'] as const),
  ...(['station_distance', 'shinkansen_distance', 'airport_distance', 'sea_distance'] as const),
] as const

/** A photo's dimensions and placeholder. */
export const Photo = z.object({
  width: z.int(),
  height: z.int(),
  /** A blurred placeholder of about 25 bytes, in base64 (https://evanw.github.io/thumbhash/). */
  thumbhash: z.nullable(z.string()),
  /** Whether the server has AVIF copies of the photo. */
  avif: z.boolean(),
})

const ParsedWhenOpened = missingIfWrong(z.record(z.string(), z.unknown()))

const Codes = missingIfWrong(z.array(z.string()))

/** The names of a municipality or ward, and its position. */
export const PlaceName = z.object({
  /** The name as people abroad know it, without the prefecture: `Seiyo`, `Kita Ward, Kobe`. */
  en: z.string(),
  /** The Japanese name as in addresses: `西予市`, `神戸市北区`. */
  ja: z.string(),
  /** The reading of `ja` in hiragana. Empty if the reading is unknown. */
  kana: z.string(),
  /** The names of the municipality or ward, if the other names are those of an oaza in it. */
  municipality: missingIfWrong(z.object({ en: z.string(), ja: z.string() })),
  latitude: z.number(),
  longitude: z.number(),
  /**
   * The kind of area in which the house lies, whose centre is the coordinate. With `point`, the
   * coordinate is the one of the house, as its source states it.
   */
  precision: z.enum(HOUSE_PRECISIONS),
  /** The radius in kilometres of the circle in which the house probably lies. */
  radiusKm: z.number(),
})

/** The names of a listing's place. Missing if the place is unknown. */
export const KnownPlaceName = missingIfWrong(PlaceName)

/**
 * The position of a place in the outline of its prefecture, as the start of an SVG path, such as
 * `43.2 51`. Missing if the position is unknown.
 */
export const KnownSpot = missingIfWrong(z.string())

/** Where the same house is listed too, and for how much. */
const OtherListing = z.object({
  source: z.string(),
  link: missingIfWrong(z.string()),
  yen: missingIfWrong(z.int()),
  /** The price in US dollars. */
  dollars: missingIfWrong(z.number()),
  /** The monthly rent in yen. */
  rent: missingIfWrong(z.int()),
})
export type OtherListing = z.output<typeof OtherListing>

/**
 * A listing as the API sends it. Field names with capitals and spaces come from the original data,
 * and the client maps them to its own names.
 */
export const ListingRecord = z.object({
  _id: RequiredText,
  /**
   * An English title built from facts of the house. If the title is missing, the client makes a
   * title from type and address, or from the prefecture. No two listings of a response have the
   * same title.
   */
  title: missingIfWrong(z.string()),
  'Property Type': KnownText,
  'Property Location': KnownText,
  /** The prefecture, as its `value` in `PREFECTURES`, such as `ehime`. */
  Prefecture: KnownText,
  /** The city's name: in English if the place is known, otherwise as the source writes it. */
  City: KnownText,
  placeName: KnownPlaceName,
  spot: KnownSpot,
  /** The price in US dollars, at the exchange rate of the import. */
  'Sale Price': KnownPrice,
  'Sale Price Yen': KnownInteger,
  /** Missing if the price is exact. */
  priceLimit: missingIfWrong(z.enum(PRICE_LIMITS)),
  /** The source's text for the price, if it states more than the price, or could not be parsed. */
  priceText: missingIfWrong(z.string()),
  /** What is offered. Missing if the house is for sale only. */
  offer: missingIfWrong(z.enum(OFFERS)),
  /** The monthly rent in yen. Missing if the house is for sale only, or if the rent is unknown. */
  rentYen: missingIfWrong(z.int()),
  /** What the source says about the offer. Missing if the house is simply offered. */
  status: missingIfWrong(z.enum(OFFER_STATUSES)),
  'Building - Layout': KnownText,
  'Building - Area': KnownArea,
  'Land - Area': KnownArea,
  'Building - Construction Date': KnownText,
  'Construction Year': KnownInteger,
  'Building - Structure': KnownText,
  /** The ways to get to the house, separated by slashes. */
  Transportation: KnownText,
  /** Remarks of the seller or the municipality, in the original language. */
  Remarks: KnownText,
  /** Codes of `SIGNS`. Missing if the house has no signs. */
  watchOuts: Codes,
  goodSigns: Codes,
  tags: Codes,
  /**
   * The facts of the house. The client parses them as `Facts` only when a person opens the house,
   * because lists do not need facts.
   */
  facts: ParsedWhenOpened,
  /**
   * The distances to a station, an airport and the sea. The client parses them as `Distances` only
   * when a person opens the house.
   */
  distances: ParsedWhenOpened,
  /**
   * The contact of the municipality. The client parses it as `MunicipalContact` only when a person
   * opens the house. Missing if no contact is known.
   */
  municipalContact: ParsedWhenOpened,
  /** The source's own number for the house, if it differs from the id. */
  propertyNumber: OptionalText,
  'Contact Number': OptionalText,
  'Reference URL': OptionalText,
  link: OptionalText,
  createdAt: KnownMoment,
  /**
   * Whether the listing was in the first import of its source. If so, `createdAt` does not show how
   * old the offer is.
   */
  firstImport: FlagOrFalse,
  /** The month of the source's data, if known, such as `Mar 2025`. */
  asOf: missingIfWrong(z.string()),
  /** Paths below `/images/`. An invalid path becomes an empty text, which the client drops. */
  images: z.catch(z.array(z.catch(z.string(), '')), []),
  /** One entry per path in `images`, in the same order. */
  photos: z.catch(z.array(z.catch(z.nullable(Photo), null)), []),
  /**
   * The number of all photos. Present only in shortened records, whose `images` and `photos`
   * contain only the first photos.
   */
  photoCount: missingIfWrong(z.int()),
  /**
   * The key in the listing's link. The server rate-limits links without a valid key. Missing in
   * records for visitors.
   */
  shareKey: missingIfWrong(z.string()),
  sample: FlagOrFalse,
  /**
   * What has changed about the house. The client parses it as `History` only when it shows the
   * history. Only in the responses for one house and for favorites.
   */
  history: ParsedWhenOpened,
  /** Whether the source has stopped offering the house. */
  withdrawn: FlagOrFalse,
  /** The id of the listing of the same house that searches show instead of this one. */
  foldedInto: missingIfWrong(z.string()),
  /** The other listings of the same house. Missing if there are none, and for visitors. */
  otherListings: missingIfWrong(z.array(OtherListing)),
  /**
   * The credits for the listing, its place, its station and the outline on its page, one per line.
   * The data sources require these credits.
   */
  attribution: KnownText,
})
export type ListingRecord = z.output<typeof ListingRecord>

const price = (label: string) => z.optional(queryNumber(label, PRICES))
const area = (label: string) => z.optional(queryNumber(label, AREAS))
const year = (label: string) => z.optional(queryNumber(label, YEARS))
const distance = (label: string) => z.optional(queryNumber(label, DISTANCES_KM))
const WITHIN_SENTENCE = 'Within must be 10, 20 or 50 km'
const listingFilters = {
  /** The prefecture, as its `value` in `PREFECTURES`, such as `ehime`. */
  prefecture: queryText('Prefecture'),
  /** The city, as a `value` of the response of `listCities`. */
  city: queryText('City'),
  /** A floor plan such as `4LDK`, or a number of rooms such as `4`, whatever the kitchen. */
  layout: queryText('Layout'),
  sale_price_min: price('Minimum price'),
  sale_price_max: price('Maximum price'),
  /** The currency of `sale_price_min` and `sale_price_max`. US dollars by default. */
  sale_price_currency: queryText('Currency'),
  building_area_min: area('Minimum building area'),
  building_area_max: area('Maximum building area'),
  land_area_min: area('Minimum land area'),
  land_area_max: area('Maximum land area'),
  construction_year_min: year('Built after'),
  construction_year_max: year('Built before'),
  /**
   * Comma-separated codes of `SIGNS` and `TAGS`, such as `kominka,-farmland-in-the-lot`. Finds only
   * the listings that have all these codes, and none of the codes with a minus. A listing without a
   * code may still have what the code means, because its source may not state it.
   */
  marks: z.optional(
    z
      .string()
      .check(
        z.regex(
          MARK_LIST,
          'Marks must be codes of signs or tags separated by commas, such as parking,onsen',
        ),
      ),
  ),
  region: z.optional(z.enum(REGION_CODES, `Region must be one of ${REGION_CODES.join(', ')}`)),
  /**
   * The code of a prefecture, municipality, ward or oaza. Finds the houses in this place. An
   * unknown code is not an error, so that an old link with such a code still opens. The search then
   * finds nothing.
   */
  place: z.optional(
    z.string().check(z.regex(PLACE_CODE, 'Place must be the code of a place, such as 38214')),
  ),
  /**
   * A place reference (see `readPlaceRef`). Finds the houses around this place, but leaves out
   * houses of which only the prefecture is known. If the place is a prefecture, finds all houses in
   * it. If the place does not exist, finds nothing.
   */
  near: z.optional(
    z
      .string()
      .check(
        z.refine(
          (text) => readPlaceRef(text) !== undefined,
          'Near must be the code of a municipality (38214), a station (station:ID) or a coordinate with two decimals (33.22,132.57)',
        ),
      ),
  ),
  /**
   * The radius around `near` in kilometres, compared as the distances below. 20 by default. Ignored
   * without `near`.
   */
  within: z.optional(
    z.pipe(
      z
        .union([z.number(), z.string()], WITHIN_SENTENCE)
        .check(z.refine((value) => readWithin(value) !== undefined, WITHIN_SENTENCE)),
      z.transform(Number),
    ),
  ),
  /**
   * A rectangle on the map (see `readArea`). Finds the houses whose marker is inside the rectangle.
   * The marker is at the coordinate of the house's place. If only the prefecture is known, this
   * place is the whole prefecture.
   */
  area: z.optional(
    z
      .string()
      .check(
        z.refine(
          (text) => readArea(text) !== undefined,
          'Area must be south,west,north,east in degrees with at most 4 decimals, such as 33,132,33.5,133',
        ),
      ),
  ),
  /**
   * The maximum distance from the house to a station, a Shinkansen station, an airport or the sea,
   * in kilometres. Finds the houses that are surely so near, wherever in their municipality they
   * stand, and the houses whose source says so. A house without a known distance does not match.
   */
  station_max: distance('Distance to the station'),
  shinkansen_max: distance('Distance to the Shinkansen'),
  airport_max: distance('Distance to the airport'),
  sea_max: distance('Distance to the sea'),
  /**
   * With `possible`, finds the houses that may be within the given distances, but not surely, because
   * only their municipality is known. Without a distance, finds nothing.
   */
  match: z.optional(z.enum(['possible'], 'Match must be possible')),
}
export const ListingFilters = z.object(listingFilters)
export type ListingFilters = z.output<typeof ListingFilters>

export const ListingSearch = z.object({
  ...listingFilters,
  ...paging(DEFAULT_PAGE_SIZE),
  ...sorting(SORT_FIELDS, { by: 'createdAt', order: 'desc' }),
})
export type ListingSearch = z.output<typeof ListingSearch>

export const searchListings = endpoint({
  method: 'GET',
  path: '/listings',
  access: 'subscriber',
  input: ListingSearch,
  output: z.object({
    results: validItems(ListingRecord),
    total_count: z.int(),
    total_pages: z.int(),
  }),
})
export type ListingPage = z.output<(typeof searchListings)['output']>

export const listCities = endpoint({
  method: 'GET',
  path: '/listings/cities',
  access: 'subscriber',
  input: ListingFilters,
  output: validItems(
    z.object({
      value: z.string(),
      /**
       * The English name if the place is known, otherwise the source's own text. The list is sorted
       * by this field.
       */
      display: z.string(),
      /** The name in Japanese. Missing if `display` is the source's own text. */
      japanese: missingIfWrong(z.string()),
      /** The reading of the Japanese name in hiragana. Missing if the reading is unknown. */
      kana: missingIfWrong(z.string()),
      count: z.int(),
    }),
  ),
})

/**
 * For each sign and tag, counts the listings that the search would find if it demanded (`only`) or
 * excluded (`without`) the sign or tag, and kept its other filters.
 */
export const countMarks = endpoint({
  method: 'GET',
  path: '/listings/marks',
  access: 'subscriber',
  input: ListingFilters,
  output: z.record(z.string(), z.object({ only: z.int(), without: z.int() })),
})

const MapPlace = z.object({
  /** The code of a place: `38214`, or `38` where only the prefecture is known. */
  code: z.string(),
  en: z.string(),
  ja: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  count: z.int(),
})

/**
 * Counts the listings that match these filters, by municipality or ward. If only the prefecture of
 * a listing is known, the listing counts for the prefecture. All counts and `unplaced` add up to
 * the `total_count` of the search.
 */
export const countPlaces = endpoint({
  method: 'GET',
  path: '/listings/places',
  access: 'subscriber',
  input: z.object({
    ...listingFilters,
    /**
     * Counts by oaza (a part of a municipality) instead of municipality, where the oaza is known.
     * If the listings lie in more than 5,000 oaza, the server still counts by municipality. In this
     * case, choose a smaller area.
     */
    detail: z.optional(z.enum(['oaza'], 'Detail must be oaza')),
  }),
  output: z.object({
    places: validItems(
      z.extend(MapPlace, {
        /** The prefecture, as its `value` in `PREFECTURES`, such as `ehime`. */
        prefecture: z.string(),
        precision: z.enum(PRECISIONS),
        /** The radius of the circle in which the houses probably lie, in kilometres. */
        radius_km: z.number(),
      }),
    ),
    /** How many listings have no known place, not even a prefecture. */
    unplaced: z.int(),
  }),
})
export type PlaceCounts = z.output<(typeof countPlaces)['output']>

/** How many houses each prefecture has. Everybody may see these counts. */
export const countFreePlaces = endpoint({
  method: 'GET',
  path: '/free-listings/places',
  access: 'public',
  input: z.object({}),
  output: z.object({ places: validItems(MapPlace) }),
})

export const getListing = endpoint({
  method: 'GET',
  path: '/listings/:id',
  access: 'guest',
  input: z.object({ id: Id }),
  output: ListingRecord,
})

/**
 * Counts of what the catalogue contains. Public pages show these counts, so that no page promises
 * more than the catalogue has.
 */
export const CatalogueCounts = z.object({
  houses: z.int(),
  prefectures: z.int(),
  with_photos: z.int(),
  /** Houses with a phone number of their own or of their municipality. */
  with_contact: z.int(),
  /** Houses with a web page of their own or of their municipality. */
  with_web: z.int(),
  /**
   * The days of the sources' data, such as `2025-03-31`, and the number of houses whose day is
   * known. Missing if no source states its day.
   */
  as_of: missingIfWrong(z.object({ houses: z.int(), from: z.string(), to: z.string() })),
})
export type CatalogueCounts = z.output<typeof CatalogueCounts>

/**
 * A few listings that everybody can see, without contacts, links to the source or the key for
 * sharing.
 */
export const listFreeListings = endpoint({
  method: 'GET',
  path: '/free-listings',
  access: 'public',
  input: z.object({
    limit: z._default(queryNumber('Limit', LIMITS), FREE_LISTINGS),
  }),
  output: z.object({
    results: validItems(ListingRecord),
    catalogue: missingIfWrong(CatalogueCounts),
    /** How visitors see prices. */
    display: missingIfWrong(Display),
  }),
})
