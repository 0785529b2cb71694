import type { OfferStatus } from '#contract/choices.ts'
import type { ConstructionDate } from '#normalise/construction-date.ts'
import { isClosed } from '#normalise/offer.ts'
import type { Reading } from '#normalise/reading.ts'
import { readText, shorten } from '#normalise/text.ts'
import type { listings } from '#server/db/schema.ts'
import { isRecord, type RawRecord } from '#server/file-formats/row.ts'
import type { LocationColumns, PlaceColumns } from '#server/listings/listing-matcher.ts'
import type { AccessNames } from '#server/stations/access-names.ts'

/** A listing as read from a file, before it is compared with the catalogue. */
export type ReadListing = Omit<
  typeof listings.$inferSelect,
  | Exclude<keyof PlaceColumns, 'prefecture' | 'city'>
  | 'askedPrice'
  | keyof LocationColumns
  | 'createdAt'
  | 'updatedAt'
  | 'withdrawnAt'
  | 'hiddenAt'
  | 'hiddenBy'
  | 'foldedInto'
  | 'editedColumns'
  | 'digest'
  | 'raw'
> & {
  /** When the source published the listing; null if unknown. */
  createdAt: Date | null
  /**
   * Whether the construction year was computed from the age of the house. Such a year depends on
   * the day of the import.
   */
  yearIsFromAge: boolean
}

/** A value that could not be used. */
interface ValueProblem {
  field: string
  value: string
  reason: string
}

export interface ListingReading {
  kind: 'listing'
  listing: ReadListing
  /** The file names or web addresses of the listing's photos. */
  images: string[]
  /** Whether the record states the longitude in place of the latitude. */
  isPointSwapped: boolean
  /** The names of fields without a value. */
  blanks: string[]
  problems: ValueProblem[]
}

/** A parsed record: a listing, or the reason why the record is rejected or skipped. */
export type RecordReading =
  | ListingReading
  | { kind: 'rejected'; problem: Pick<ValueProblem, 'value' | 'reason'> & { field?: string } }
  | Skipped

/** A record that the import leaves out: of another category, for rent, or no longer offered. */
export interface Skipped {
  kind: 'skipped'
  id: string
  /** What the report counts: a category of the akiya bank, `for rent`, or a status. */
  category: string
  /** The status that a stored listing with this id takes, if the house is no longer offered here. */
  closedAs?: OfferStatus
}

/**
 * Says why a house is not offered for sale. Null if it is. An operator may ask for rents too.
 * `closedAs` withdraws a house that an earlier import has offered.
 */
export function whySkipped(
  { offer, status }: Pick<ReadListing, 'offer' | 'status'>,
  { rents }: Pick<ReadingContext, 'rents'>,
): Pick<Skipped, 'category' | 'closedAs'> | null {
  if (isClosed(status)) return { category: status, closedAs: status }
  return offer === 'rent' && !rents ? { category: 'for rent', closedAs: 'withdrawn' } : null
}

/** The settings for parsing a record: its source, dates, exchange rate and station names. */
export interface ReadingContext {
  source: string
  /** The day to which the source's data refers; null if unknown. */
  asOf: string | null
  now: Date
  jpyPerUsd: number
  /** Whether houses that are only for rent are imported too. */
  rents: boolean
  /**
   * Translates the names of stations and lines into English. If omitted, the names stay in
   * Japanese.
   */
  names?: AccessNames | undefined
}

interface Taken<T> {
  value: T | null
  /** The original text of a value that could not be parsed. Pages may show this text instead. */
  text: string | null
}

/** The maximum length of an unparsed text on a page. A longer text is shortened. */
const MAX_SHOWN = 100

export function createFieldReader(record: RawRecord) {
  const blanks: string[] = []
  const problems: ValueProblem[] = []

  function take<T>(
    field: string,
    parse: (text: string) => Reading<T>,
    value: unknown = record[field],
  ): Taken<T> {
    const raw = unwrap(value)
    const text = readText(raw)
    const reading = text.kind === 'read' ? parse(text.value) : text
    if (reading.kind === 'read') return { value: reading.value, text: null }
    if (reading.kind === 'blank') {
      blanks.push(field)
      return { value: null, text: null }
    }
    problems.push({ field, value: shorten(raw), reason: reading.reason })
    const mayBeShown = reading.kind === 'unread' && text.kind === 'read'
    return { value: null, text: mayBeShown ? shorten(text.value, MAX_SHOWN) : null }
  }

  function reject(field: string, reason: string): RecordReading {
    return { kind: 'rejected', problem: { field, value: shorten(record[field]), reason } }
  }

  return { take, reject, blanks, problems }
}

/**
 * A listing's columns for areas and construction year, with the original text of each unparsed
 * value.
 */
export function sizesAndYear(
  building: Taken<number>,
  land: Taken<number>,
  built: Taken<ConstructionDate>,
) {
  return {
    buildingArea: building.value,
    buildingAreaText: building.text,
    landArea: land.value,
    landAreaText: land.text,
    constructionYear: built.value?.year ?? null,
    latestYear: built.value?.latest ?? null,
    constructionText: built.value?.text ?? built.text,
    yearIsFromAge: built.value?.fromAge ?? false,
  }
}

/** Unwraps MongoDB's extended JSON: `{ "$oid": "…" }`, `{ "$date": { "$numberLong": "…" } }`. */
export function unwrap(value: unknown): unknown {
  if (!isRecord(value)) return value
  const [[name, inner] = ['', undefined], ...others] = Object.entries(value)
  const isWrapped =
    others.length === 0 && /^\$(oid|date|number(Int|Long|Double|Decimal))$/.test(name)
  if (!isWrapped) return value
  return isRecord(inner) ? Object.values(inner)[0] : inner
}
