import type { Facts } from './facts.ts'

/*
 * The costs of a buyer besides the price. Each cost and the sum of the costs are ranges in yen. The
 * taxes depend on the assessed value (固定資産税評価額), which listings do not state. Each rule names its
 * source and the last day on which it applies. After that day, the rule is not used, because its
 * rate may have changed.
 */

/** A range of yen. Both ends are equal if the amount is exact. */
export interface Amount {
  low: number
  high: number
}

export interface House {
  /** The price in yen: 0 for a free house, undefined if the price is not stated. */
  price: number | undefined
  /** The assessed values in yen that the person has entered. */
  assessed: { building?: number; land?: number }
  /** Floor area in square metres. */
  area?: number
  yearBuilt?: number
  facts: Pick<Facts, 'ownership' | 'land' | 'farmland'>
}

export interface CostLine extends Amount {
  name: string
  isYearly: boolean
  /** How the amount follows from the rule, in words. */
  basis: string
  /** The law that contains the rule, or the authority that states it. */
  source: string
  /**
   * The last day in Japan on which the rule applies, such as `2027-03-31`. Null if the rule has no
   * last day.
   */
  validUntil: string | null
}

/** A cost whose amount is unknown, and the reason. */
export interface MissingCost {
  name: string
  reason: string
}

interface Rule extends Pick<CostLine, 'name' | 'source' | 'validUntil'> {
  isYearly?: boolean
}

/**
 * The maximum fee of an estate agent by the Building Lots and Buildings Transaction Business Act.
 * Since 1 July 2024, an agent may charge more for a cheap house.
 */
const AGENT: Rule = {
  name: 'Agent',
  source:
    'Ministry of Land notice on agents’ fees (昭和45年建設省告示第1552号), with the rule for cheap houses since 1 July 2024',
  validUntil: null,
}
const CHEAP_HOUSE = { upTo: 8_000_000, fee: 330_000 }
const CONSUMPTION_TAX_PERCENT = 10

const STAMP: Rule = {
  name: 'Stamp duty on the contract',
  source: 'National Tax Agency, tax answer No. 7108',
  validUntil: '2027-03-31',
}
const STAMP_DUTIES = [
  { upTo: 500_000, duty: 200 },
  { upTo: 1_000_000, duty: 500 },
  { upTo: 5_000_000, duty: 1_000 },
  { upTo: 10_000_000, duty: 5_000 },
  { upTo: 50_000_000, duty: 10_000 },
  { upTo: 100_000_000, duty: 30_000 },
  { upTo: 500_000_000, duty: 60_000 },
  { upTo: 1_000_000_000, duty: 160_000 },
  { upTo: 5_000_000_000, duty: 320_000 },
  { upTo: Number.POSITIVE_INFINITY, duty: 480_000 },
]

/**
 * The general rate of the registration tax on a house. Unlike the reduced rate, the general rate
 * has no last day.
 */
const BUILDING_REGISTRATION: Rule = {
  name: 'Registration of the house',
  source: 'National Tax Agency, tax answer No. 7191',
  validUntil: null,
}
const BUILDING_REGISTRATION_RATE = 20 / 1000
/**
 * The reduced registration tax for a house that the buyer lives in and registers within a year
 * (Special Taxation Measures Act, article 73).
 */
const OWN_HOME_REGISTRATION = {
  rate: 3 / 1000,
  validUntil: '2027-03-31',
  /** The minimum floor area for the reduced rate, in square metres. */
  leastArea: 50,
  /**
   * A house built before this year gets the reduced rate only with a certificate of earthquake
   * resistance.
   */
  builtSince: 1982,
}

/**
 * The reduced tax for registering the land. The reform of 2026 moves the last day of the reduced
 * rate from 2026 to 2029, but only one secondary source confirms this.
 */
const LAND_REGISTRATION: Rule = {
  name: 'Registration of the land',
  source: 'Special Taxation Measures Act, article 72, as extended in 2026',
  validUntil: '2029-03-31',
}
const LAND_REGISTRATION_RATE = 15 / 1000

const BUILDING_ACQUISITION: Rule = {
  name: 'Acquisition tax on the house',
  source: 'Local Tax Act, articles 73-15 and 73-15-2, supplementary provision 11-2',
  validUntil: '2027-03-31',
}
const LAND_ACQUISITION: Rule = {
  name: 'Acquisition tax on the land',
  source: 'Local Tax Act, articles 73-15 and 73-15-2, supplementary provisions 11-2 and 11-5',
  validUntil: '2027-03-31',
}
const ACQUISITION_RATE = 3 / 100
/**
 * The thresholds below which no acquisition tax is due. The reform of 2026 raises the thresholds,
 * but only its outline is known. So the low end of the cost uses the raised thresholds, and the
 * high end uses the thresholds before the reform.
 */
const EXEMPT_BELOW = {
  building: { before: 120_000, raised: 340_000 },
  land: { before: 100_000, raised: 160_000 },
}

/** The usual fees of a judicial scrivener. There has been no official list of fees since 2003. */
const SCRIVENER: Rule = {
  name: 'Judicial scrivener',
  source: 'Usual fees: ask for a quote',
  validUntil: null,
}
const SCRIVENER_FEE: Amount = { low: 50_000, high: 200_000 }

const FIXED_ASSET_TAX: Rule = {
  name: 'Fixed asset tax',
  source:
    'Local Tax Act, articles 350 and 349-3-2: the usual rate, which a municipality may change',
  validUntil: null,
  isYearly: true,
}
const FIXED_ASSET_RATE = 14 / 1000
/**
 * Fixed asset tax counts a small plot under a home at a sixth of its value. If the house is in bad
 * repair, the plot can lose this reduction.
 */
const SMALLEST_SHARE_OF_LAND = 1 / 6

const CITY_PLANNING_TAX: Rule = {
  name: 'City planning tax',
  source: 'Local Tax Act, article 702-4: the highest rate, in urbanization promotion areas',
  validUntil: null,
  isYearly: true,
}
const CITY_PLANNING_RATE = 3 / 1000

/**
 * An assumption, not a rule. The assessed value of the house is between `least` and `most` times
 * the price. The same range applies to the land. The assessed value of a cheap house may exceed its
 * price, so the high end of the range is at least `leastHigh` yen.
 */
const ASSUMED = { least: 0.1, most: 0.7, leastHigh: 2_500_000 }

/**
 * The costs of buying a house at the moment `now`. `missing` contains the costs whose amount is
 * unknown.
 */
export function purchaseCosts(house: House, now: Date) {
  const lines: CostLine[] = []
  const missing: MissingCost[] = []
  const { price, facts } = house
  const building = assessedValue(house.assessed.building, price)
  const land = assessedValue(house.assessed.land, price)
  const ownsLand = facts.ownership === undefined || facts.ownership === 'freehold'

  /**
   * Adds a cost to `lines`, or to `missing` if its rule has expired or its amount is unknown.
   */
  function add(
    { name, source, validUntil, isYearly = false }: Rule,
    basis: string,
    amount: Amount | 'no-price' | 'no-value' | 'no-land',
  ) {
    if (!isInForce(validUntil, now)) {
      missing.push({ name, reason: `the known rule expired on ${validUntil}` })
    } else if (typeof amount === 'string') {
      missing.push({ name, reason: REASONS[amount] })
    } else {
      const yen = { low: Math.round(amount.low), high: Math.round(amount.high) }
      lines.push({ name, source, validUntil, isYearly, basis, ...yen })
    }
  }

  add(AGENT, describeAgent(price), price === undefined ? 'no-price' : agentFee(price))
  add(
    STAMP,
    'The stamp duty depends on the price in the contract.',
    price === undefined ? 'no-price' : exactly(stampDuty(price)),
  )

  const lowRate = isOwnHomeRateOpen(house, now)
    ? OWN_HOME_REGISTRATION.rate
    : BUILDING_REGISTRATION_RATE
  add(
    lowRate === BUILDING_REGISTRATION_RATE
      ? BUILDING_REGISTRATION
      : { ...BUILDING_REGISTRATION, validUntil: OWN_HOME_REGISTRATION.validUntil },
    lowRate === BUILDING_REGISTRATION_RATE
      ? '2.0% of the assessed value of the house.'
      : 'Most buyers from abroad pay 2.0% of the assessed value of the house. The rate is 0.3% if the house becomes your own home and qualifies.',
    building
      ? { low: building.low * lowRate, high: building.high * BUILDING_REGISTRATION_RATE }
      : 'no-value',
  )
  add(
    LAND_REGISTRATION,
    '1.5% of the assessed value of the land.',
    !ownsLand ? 'no-land' : land ? times(land, LAND_REGISTRATION_RATE) : 'no-value',
  )

  add(
    BUILDING_ACQUISITION,
    '3% of the assessed value of the house. The cheapest houses are exempt. If you will live in the house, a deduction may apply.',
    building ? acquisitionTax(building, EXEMPT_BELOW.building) : 'no-value',
  )
  const share = taxedShareOfLand(facts)
  add(
    LAND_ACQUISITION,
    share.low === share.high && share.low === 1
      ? '3% of the assessed value of the land. The cheapest land is exempt.'
      : '3% of the assessed value of the land. Residential land is taxed on half of its value. The cheapest land is exempt.',
    !ownsLand
      ? 'no-land'
      : land
        ? acquisitionTax(
            { low: land.low * share.low, high: land.high * share.high },
            EXEMPT_BELOW.land,
          )
        : 'no-value',
  )

  add(SCRIVENER, 'The judicial scrivener prepares and files the registration.', SCRIVENER_FEE)

  const held = building && {
    low: building.low + (ownsLand && land ? land.low * SMALLEST_SHARE_OF_LAND : 0),
    high: building.high + (ownsLand && land ? land.high : 0),
  }
  add(
    FIXED_ASSET_TAX,
    ownsLand
      ? '1.4% of the assessed value. For land under a home, as little as a sixth of the value may be taxed.'
      : '1.4% of the assessed value of the house.',
    held ? times(held, FIXED_ASSET_RATE) : 'no-value',
  )
  add(
    CITY_PLANNING_TAX,
    'Up to 0.3% of the assessed value, if the municipality levies this tax.',
    held ? { low: 0, high: held.high * CITY_PLANNING_RATE } : 'no-value',
  )
  return { lines, missing }
}

const REASONS = {
  'no-price': 'it depends on the price in yen, which is not stated',
  'no-value': 'it depends on the assessed value, which is not known',
  'no-land': 'the land is not sold with the house',
}

/**
 * The sum of the costs, as a range from `low` to `high`. Rounds `low` down and `high` up, to two
 * significant digits, because an exact sum would look more reliable than the estimated costs are.
 */
export function roundedSum(lines: Amount[]): Amount {
  const low = lines.reduce((sum, line) => sum + line.low, 0)
  const high = lines.reduce((sum, line) => sum + line.high, 0)
  return { low: roundTo(low, Math.floor), high: roundTo(high, Math.ceil) }
}

function roundTo(yen: number, round: (number: number) => number) {
  const step = 10 ** Math.max(0, String(Math.round(yen)).length - 2)
  return round(yen / step) * step
}

/** Whether a rule still applies. A rule applies until the end of its last day in Japan. */
function isInForce(lastDay: string | null, now: Date) {
  return lastDay === null || now.getTime() < Date.parse(`${lastDay}T00:00+09:00`) + DAY_MS
}

const DAY_MS = 86_400_000

function assessedValue(known: number | undefined, price: number | undefined): Amount | undefined {
  if (known !== undefined) return exactly(known)
  if (price === undefined) return undefined
  return {
    low: price * ASSUMED.least,
    high: Math.max(price * ASSUMED.most, ASSUMED.leastHigh),
  }
}

/**
 * The agent's fee. The low end is the usual maximum fee. For a cheap house, the high end is the
 * higher fee on which agent and buyer may agree.
 */
function agentFee(price: number): Amount {
  const usual = usualFee(price)
  return { low: usual, high: price <= CHEAP_HOUSE.upTo ? CHEAP_HOUSE.fee : usual }
}

/**
 * The agent's usual fee: 5 % of the first two million yen, 4 % of the next two million, 3 % of the
 * rest, and consumption tax.
 */
function usualFee(price: number) {
  const net =
    (Math.min(price, 2_000_000) * 5 +
      Math.min(Math.max(price - 2_000_000, 0), 2_000_000) * 4 +
      Math.max(price - 4_000_000, 0) * 3) /
    100
  return (net * (100 + CONSUMPTION_TAX_PERCENT)) / 100
}

function describeAgent(price: number | undefined) {
  const usual =
    'An agent may charge at most 5% of the first ¥2 million, 4% of the next ¥2 million and 3% of the rest, plus consumption tax.'
  return price !== undefined && price <= CHEAP_HOUSE.upTo
    ? `${usual} For a house of at most ¥8 million, the fee can be up to ¥330,000, tax included, if you agree beforehand. No fee is due without an agent.`
    : `${usual} No fee is due without an agent.`
}

function stampDuty(price: number) {
  return STAMP_DUTIES.find(({ upTo }) => price <= upTo)?.duty ?? 0
}

/**
 * Whether the reduced rate is in force and the house may qualify for it. An unknown area or year of
 * construction does not exclude the house.
 */
function isOwnHomeRateOpen({ area, yearBuilt }: House, now: Date) {
  const { validUntil, leastArea, builtSince } = OWN_HOME_REGISTRATION
  return (
    isInForce(validUntil, now) &&
    (area === undefined || area >= leastArea) &&
    (yearBuilt === undefined || yearBuilt >= builtSince)
  )
}

function acquisitionTax(base: Amount, { before, raised }: (typeof EXEMPT_BELOW)['land']): Amount {
  return {
    low: base.low < raised ? 0 : base.low * ACQUISITION_RATE,
    high: base.high < before ? 0 : base.high * ACQUISITION_RATE,
  }
}

/**
 * The share of the land's value to which acquisition tax applies. Residential land counts for half
 * of its value, and other land counts in full. The share is a range if some of the land may not be
 * residential.
 */
function taxedShareOfLand({ land, farmland }: House['facts']): Amount {
  if (land === 'dry-field' || land === 'paddy' || land === 'forest') return exactly(1)
  return { low: 0.5, high: farmland || land === 'mixed' || land === 'other' ? 1 : 0.5 }
}

function exactly(yen: number): Amount {
  return { low: yen, high: yen }
}

function times({ low, high }: Amount, rate: number): Amount {
  return { low: low * rate, high: high * rate }
}
