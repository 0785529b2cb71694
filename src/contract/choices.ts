/**
 * Options of forms, sort orders and filters. The client uses these options to parse URLs before the
 * first render. The schema library loads only with the first response, so this file must not import
 * the schema library.
 */

export const SORT_ORDERS = ['desc', 'asc'] as const

export const FREE_LISTINGS = 10
export const PAGE_SIZES = [20, 40, 60, 80, 100] as const
export const DEFAULT_PAGE_SIZE = 20

/** The range of prices that a price filter accepts, in US dollars. */
export const PRICES = { min: 0, max: 1_000_000_000 }
/** The range of areas that an area filter accepts, in square metres. */
export const AREAS = { min: 0, max: 100_000_000 }
export const YEARS = { min: 0, max: 2100, integer: true }

export const USER_SORTS = ['created_at', 'name', 'email', 'role', 'status'] as const
export const SUBSCRIPTION_SORTS = ['email', 'status', 'plan'] as const
export const ROLES = ['user', 'admin'] as const
export const PLANS = ['premium', 'Free'] as const
export const SUBSCRIPTION_STATUSES = ['active', 'cancelled', 'expired', 'inactive'] as const

export const INVENTORY_SORTS = ['created_at', 'updated_at', 'price'] as const
export const INVENTORY_STATES = ['offered', 'withdrawn', 'hidden'] as const

/** What a source offers: a house for sale, for rent, or for either. */
export const OFFERS = ['sale', 'rent', 'both'] as const
export type Offer = (typeof OFFERS)[number]

/**
 * What a source says about an offer. Houses that are contracted, sold or withdrawn are no longer
 * offered.
 */
export const OFFER_STATUSES = [
  ...(['offered', 'negotiating', 'contracted', 'sold', 'withdrawn'] as const),
] as const
export type OfferStatus = (typeof OFFER_STATUSES)[number]

/** How to read a price that the source does not state exactly, such as `約500万円` or `380万円～`. */
export const PRICE_LIMITS = ['about', 'from'] as const
export type PriceLimit = (typeof PRICE_LIMITS)[number]

/** How often a person is told about changes. */
export const RHYTHMS = ['at-once', 'daily', 'weekly'] as const
/** How a person is told about changes. */
export const CHANNELS = ['mail', 'push', 'both'] as const

/** What can be opted out: every house of a municipality, or every house of a source. */
export const OPT_OUT_KINDS = ['municipality', 'source'] as const
export type OptOutKind = (typeof OPT_OUT_KINDS)[number]
/** Two listings that may be the same house, and what was decided about them. */
export const DUPLICATE_STATES = ['waiting', 'folded', 'different'] as const
export type DuplicateState = (typeof DUPLICATE_STATES)[number]
/**
 * Why a listing is hidden: an administrator hid it, its municipality or source opted out, or it is
 * folded into another listing of the same house.
 */
export const HIDING_REASONS = ['administrator', ...OPT_OUT_KINDS, 'duplicate'] as const
export type HidingReason = (typeof HIDING_REASONS)[number]

export const CONTACT_STATES = ['known', 'missing'] as const

/**
 * The eight regions of Japan from north to south, and then two areas that overlap these regions:
 * the coast and the snow country. Okinawa is in Kyushu.
 */
export const REGION_CODES = [
  ...(['hokkaido', 'tohoku', 'kanto', 'chubu'] as const),
  ...(['kinki', 'chugoku', 'shikoku', 'kyushu', 'coast', 'snow'] as const),
] as const

/**
 * The smallest area that is known to contain the house. The position of the house is only as
 * precise as this area.
 */
export const PRECISIONS = ['prefecture', 'municipality', 'oaza'] as const
/** The same for a house, whose source may also state its point. */
export const HOUSE_PRECISIONS = [...PRECISIONS, 'point'] as const
export type HousePrecision = (typeof HOUSE_PRECISIONS)[number]

export const MIN_PASSWORD_LENGTH = 6
export const MIN_ADMIN_PASSWORD_LENGTH = 8

export const PLACE_FILE_KINDS = ['municipalities', 'oaza', 'stations', 'borders'] as const
export type PlaceFileKind = (typeof PLACE_FILE_KINDS)[number]
