import type { AssessedValues } from '#client/data/assessed-values.ts'
import { type Listing, transportationLines } from '#client/data/to-listing.ts'
import { factGroups } from '#client/features/house/fact-groups.ts'
import { formatRange, houseCosts } from '#client/features/house/house-costs.ts'
import { formatLongDay } from '#client/format/days.ts'
import { formatArea, formatPrice } from '#client/format/format.ts'
import { originalAddress } from '#client/format/original-address.ts'
import { formatAskedPrice, formatConvertedPrice } from '#client/format/price.ts'
import type { Display } from '#contract/display.ts'
import { Facts } from '#contract/facts.ts'
import { markName } from '#contract/mark-codes.ts'
import type { Rates } from '#contract/rates.ts'

/** The heading of the group with the signs and tags. */
export const SIGNS = 'Signs'

/** A row of the comparison: one fact, with a cell for each house. */
export interface CompareRow {
  id: string
  name: string
  /** For each house, the lines of text in its cell. An unknown fact has no lines. */
  cells: string[][]
  isSame: boolean
}

export interface CompareGroup {
  heading: string
  /** The text of an empty cell. */
  absent: string
  rows: CompareRow[]
}

/**
 * The data that the cells need besides the houses: the person's currency and units, the assessed
 * values, the exchange rates and the date.
 */
export interface CompareContext {
  display: Display | undefined
  /** The assessed values that the person has entered, by listing id. */
  assessed: ReadonlyMap<string, AssessedValues>
  rates: Rates | undefined
  now: Date
}

/**
 * The facts of the compared houses, as groups of rows. The rows of the first group list the signs
 * (watch-outs and good signs) and the tags of the houses. These rows always stay, and their empty
 * cells say “None known”. In the other groups, a fact that is unknown for every house has no row.
 * Its name is in `missing` instead.
 */
export function compareHouses(listings: Listing[], context: CompareContext) {
  const groups = listings.map((listing) => groupsOf(listing, context))
  const headings = groups[0]?.map(({ heading }) => heading) ?? []
  const all = headings.map((heading, at) => {
    const facts = groups.map((house) => house[at]?.facts ?? new Map<string, string[]>())
    const names = [...new Set(facts.flatMap((house) => [...house.keys()]))]
    return { heading, rows: names.map((name) => rowOf(name, facts)) }
  })
  const [signs, ...others] = all
  return {
    groups: [
      ...(signs ? [{ ...signs, absent: 'None known' }] : []),
      ...others.map(
        ({ heading, rows }): CompareGroup => ({
          heading,
          absent: 'Not stated',
          rows: rows.filter(isStated),
        }),
      ),
    ].filter(({ rows }) => rows.length > 0),
    missing: others.flatMap(({ rows }) =>
      rows.filter((row) => !isStated(row)).map(({ name }) => name),
    ),
  }
}

function rowOf(name: string, houses: ReadonlyMap<string, string[]>[]) {
  return toRow(
    name,
    name,
    houses.map((facts) => facts.get(name) ?? []),
  )
}

export function toRow(id: string, name: string, cells: string[][]): CompareRow {
  const isSame = cells.every((lines) => lines.join('\n') === cells[0]?.join('\n'))
  return { id, name, cells, isSame }
}

/** Whether the row has a value for at least one house. */
export function isStated({ cells }: CompareRow) {
  return cells.some((lines) => lines.length > 0)
}

interface FactGroup {
  heading: string
  facts: Map<string, string[]>
}

function groupsOf(listing: Listing, context: CompareContext): FactGroup[] {
  return [
    {
      heading: SIGNS,
      facts: toFacts([
        ['Watch out for', listing.watchOuts.map(markName)],
        ['Good signs', listing.goodSigns.map(markName)],
        ['In the remarks', listing.tags.map(markName)],
      ]),
    },
    { heading: 'Offer', facts: toFacts(offerOf(listing, context)) },
    ...factGroups(Facts.parse(listing.record.facts ?? {}), listing).map(({ heading, rows }) => ({
      heading,
      facts: toFacts(rows.map(({ name, value }) => [name, [value]])),
    })),
  ]
}

type Fact = [name: string, lines: (string | false | undefined)[]]

function offerOf(listing: Listing, { display, assessed, rates, now }: CompareContext): Fact[] {
  const { area, landArea, place, prefecture, address, listingDate } = listing
  // The first line names the place in English, so the second has only the Japanese address.
  const original = place && address && originalAddress(address)
  const unit = display?.area_unit
  const { besides } = houseCosts(listing, { assessed: assessed.get(listing.id) ?? {}, rates }, now)
  const sized = (size: number | string | undefined) =>
    size === undefined || Number(size) === 0 ? undefined : formatArea(size, { unit })
  return [
    ['Offered', [sayWhetherOffered(listing)]],
    ['Price', [formatAskedPrice(listing, formatPrice), formatConvertedPrice(listing, display)]],
    ['Other costs', [besides && !listing.isForRent && `about ${formatRange(besides)}`]],
    ['Floor plan', [listing.floorPlan]],
    ['Building area', [sized(area)]],
    ['Land area', [sized(landArea)]],
    ['Property type', [listing.propertyType]],
    ['Location', [place ? `${place.en}, ${prefecture}` : prefecture, original ?? address]],
    ['Transportation', transportationLines(listing)],
    ['Listed as of', [listing.asOf]],
    ['Added', [listingDate && formatLongDay(listingDate)]],
  ]
}

/** Says that a house is offered only as of the day of its source's data, if this day is known. */
function sayWhetherOffered({ withdrawn, status, asOf }: Listing) {
  if (withdrawn) return 'No longer'
  if (status === 'negotiating') return 'Under negotiation'
  return asOf ? `as of ${asOf}` : 'Yes'
}

function toFacts(facts: Fact[]) {
  return new Map(facts.map(([name, lines]) => [name, lines.flatMap((line) => line || [])]))
}
