import type { Facts } from '#contract/facts.ts'
import type { SignCode } from '#contract/signs.ts'
import { remarkTags } from '#normalise/remark-tags.ts'
import { type MarkBits, SIGN_CODES, toBits } from '#search/marks.ts'

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
