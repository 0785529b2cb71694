import type { Facts } from '#contract/facts.ts'
import type { MarkState } from '#contract/mark-codes.ts'
import { SIGNS, type SignCode } from '#contract/signs.ts'
import { TAGS, type Tag } from '#contract/tags.ts'
import { remarkTags } from '#server/normalise/remark-tags.ts'

/**
 * The code of a sign (a watch-out or good sign of a house) or of a tag. Searches can filter
 * listings by both.
 */
export type Mark = SignCode | Tag

/**
 * The columns that store a listing's signs (watch-outs and good signs) and tags, one bit for each.
 */
export const MARK_COLUMNS = ['signs', 'tags', 'moreTags'] as const
export type MarkColumn = (typeof MARK_COLUMNS)[number]
export type MarkBits = Record<MarkColumn, number>

/**
 * The number of signs or tags that a column can store. PostgreSQL's integers have 32 bits, but the
 * highest bit makes a number negative.
 */
const BITS = 31

// This cast is safe, because all keys of `SIGNS` are sign codes. `Object.keys` returns them as
// strings.
const SIGN_CODES = Object.keys(SIGNS) as SignCode[]
const TAG_CODES = Object.keys(TAGS) as Tag[]
const BY_COLUMN: Record<MarkColumn, Mark[]> = {
  signs: SIGN_CODES,
  tags: TAG_CODES.slice(0, BITS),
  moreTags: TAG_CODES.slice(BITS),
}

/** The column and the bit of each watch-out, good sign and tag, by code. */
const PLACES = new Map<string, { column: MarkColumn; bit: number }>(
  MARK_COLUMNS.flatMap((column) =>
    BY_COLUMN[column].map((mark, at) => [mark, { column, bit: 1 << at }] as const),
  ),
)
const MARKS = [...PLACES].map(([mark, place]) => ({ mark, ...place }))
export type PlacedMark = (typeof MARKS)[number]

/**
 * How many listings a search would find with each state of a filter, if its other filters stay as
 * they are.
 */
export type MarkCount = Record<MarkState, number>

/** Calls `map` for each watch-out, good sign and tag. Returns the results by code. */
export function mapMarks<T>(map: (mark: PlacedMark) => T): Record<string, T> {
  return Object.fromEntries(MARKS.map((mark) => [mark.mark, map(mark)]))
}

/** Encodes the codes of watch-outs, good signs and tags as bits. Null if a code is unknown. */
export function toBits(codes: readonly string[]): MarkBits | null {
  const bits: MarkBits = { signs: 0, tags: 0, moreTags: 0 }
  for (const code of codes) {
    const place = PLACES.get(code)
    if (!place) return null
    bits[place.column] |= place.bit
  }
  return bits
}

/** The bits on which a filter by marks depends, and the values that these bits must have. */
export interface MarkMask {
  mask: MarkBits
  wanted: MarkBits
}

/**
 * Encodes the states of marks in a filter. Null if no listing can match, because a code is unknown
 * or is both demanded and excluded.
 */
export function toMask(states: ReadonlyMap<string, MarkState> | null): MarkMask | null {
  if (!states) return null
  const mask = toBits([...states.keys()])
  const wanted = toBits([...states].flatMap(([code, state]) => (state === 'only' ? code : [])))
  return mask && wanted && { mask, wanted }
}

/** Decodes a listing's bits into the codes of its watch-outs, good signs and tags. */
export function readMarks(bits: MarkBits) {
  const found = <Code>(codes: Code[], column: MarkColumn) =>
    codes.filter((_, at) => bits[column] & (1 << at))
  const signs = found(SIGN_CODES, 'signs')
  const ofKind = (kind: string) => signs.filter((code) => SIGNS[code].kind === kind)
  return {
    watchOuts: ofKind('watch-out'),
    goodSigns: ofKind('good'),
    tags: [...found(BY_COLUMN.tags, 'tags'), ...found(BY_COLUMN.moreTags, 'moreTags')],
  }
}

/** The values of a listing from which its watch-outs, good signs and tags are computed. */
export interface MarkedBy {
  facts: Facts
  constructionYear: number | null
  latestYear: number | null
  constructionText: string | null
  remarks: string | null
}

export function marksOf(listing: MarkedBy): MarkBits {
  const bits = toBits([...signsOf(listing), ...remarkTags(listing.remarks)])
  if (!bits) throw new Error('A sign or a tag has no bit')
  return bits
}

const NEAR_A_STATION_M = 1000

/**
 * The signs (watch-outs and good signs) that follow from a listing's facts and construction date. A
 * fact that the source does not state gives no sign.
 */
export function signsOf({ facts, ...listing }: Omit<MarkedBy, 'remarks'>): SignCode[] {
  const { water, sewage, land, ownership, road, station } = facts
  const standard = earthquakeStandard(listing)
  const given: Record<SignCode, boolean | undefined> = {
    'farmland-in-the-lot': facts.farmland,
    'registered-as-farmland': land === 'dry-field' || land === 'paddy',
    'registered-as-forest': land === 'forest',
    'urbanization-control-area': facts.planning === 'control',
    'pit-toilet': sewage === 'pit',
    'septic-tank': sewage === 'septic',
    'well-water': water === 'well',
    'leasehold-or-superficies': ownership !== undefined && ownership !== 'freehold',
    'no-road-access': road === 'none',
    setback: facts.setback,
    'private-road': facts.privateRoad,
    'before-the-1981-standard': standard === 'before',
    '1981-standard-uncertain': standard === 'uncertain',
    'no-toilet': facts.toilet === 'none',
    'no-bath': facts.bath === 'none',
    'shared-toilet-or-bath': facts.toilet === 'shared' || facts.bath === 'shared',
    'mains-water-and-sewer': water === 'mains' && sewage === 'sewer',
    parking: facts.parking === 'free',
    'station-within-1-km': station !== undefined && station <= NEAR_A_STATION_M,
    'city-gas': facts.gas === 'city',
    'mains-water': water === 'mains',
    sewer: sewage === 'sewer',
    freehold: ownership === 'freehold',
    'road-access': road !== undefined && road !== 'none',
    'residential-land': land === 'residential',
    'outside-the-control-area': facts.planning !== undefined && facts.planning !== 'control',
    'built-since-1982': standard === 'after',
    garden: facts.garden,
  }
  return SIGN_CODES.filter((code) => given[code])
}

/** The current earthquake standard has applied to building permits since 1 June 1981. */
const STANDARD_YEAR = 1981
const BEFORE_JUNE = /^(?:January|February|March|April|May) 1981$/

/**
 * Whether a house was built before or after the current earthquake standard. A house finished from
 * June to December 1981 is uncertain, because its permit may be older than the standard.
 */
function earthquakeStandard({
  constructionYear: year,
  latestYear,
  constructionText: text,
}: Pick<MarkedBy, 'constructionYear' | 'latestYear' | 'constructionText'>) {
  if (year === null) {
    return latestYear !== null && latestYear < STANDARD_YEAR ? 'before' : undefined
  }
  if (year !== STANDARD_YEAR) return year < STANDARD_YEAR ? 'before' : 'after'
  return text && BEFORE_JUNE.test(text) ? 'before' : 'uncertain'
}
