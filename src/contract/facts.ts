import * as z from 'zod/mini'

/** A fact with a fixed list of values. A missing or unknown value means "not stated". */
const oneOf = <const Values extends readonly string[]>(...values: Values) =>
  z.catch(z.optional(z.enum(values)), undefined)
/**
 * A fact that is either true or not stated. A source's "no" counts as not stated, because sources
 * fill in "no" by default.
 */
const isStated = z.catch(z.optional(z.literal(true)), undefined)
const metres = z.catch(z.optional(z.int()), undefined)
const percent = z.catch(z.optional(z.number()), undefined)

/** What a source states about a house. A fact that the source does not state has no key. */
export const Facts = z.object({
  water: oneOf('mains', 'well', 'other'),
  sewage: oneOf('sewer', 'septic', 'pit', 'other'),
  gas: oneOf('city', 'bottled', 'other'),
  toilet: oneOf('own', 'shared', 'none'),
  bath: oneOf('own', 'shared', 'none'),
  cooking: oneOf('gas', 'induction', 'electric'),
  parking: oneOf('free', 'full', 'none', 'nearby'),
  garden: isStated,
  shop: isStated,

  land: oneOf('residential', 'dry-field', 'paddy', 'forest', 'mixed', 'other'),
  farmland: isStated,
  planning: oneOf('promotion', 'control', 'undivided', 'outside'),
  zoning: oneOf(
    'low-rise-1',
    'low-rise-2',
    'mid-rise-1',
    'mid-rise-2',
    'residential-1',
    'residential-2',
    'quasi-residential',
    'countryside',
    'neighbourhood-commercial',
    'commercial',
    'quasi-industrial',
    'industrial',
    'exclusive-industrial',
  ),
  /** Building coverage ratio and floor area ratio, in percent of the land. */
  coverage: percent,
  floorArea: percent,
  ownership: oneOf(
    'freehold',
    'lease',
    'fixed-term-lease',
    'old-law-lease',
    'superficies',
    'fixed-term-superficies',
    'old-law-superficies',
  ),
  road: oneOf('one-side', 'corner', 'two-sides', 'three-sides', 'none'),
  privateRoad: isStated,
  setback: isStated,
  measured: oneOf('registered', 'surveyed'),

  /** The walk to a named railway station. A bus stop or a nameless place does not count. */
  station: metres,
  elementarySchool: metres,
  juniorHighSchool: metres,
  convenienceStore: metres,
  supermarket: metres,
  drugstore: metres,
  hospital: metres,
  park: metres,
  bank: metres,
})
export type Facts = z.output<typeof Facts>
