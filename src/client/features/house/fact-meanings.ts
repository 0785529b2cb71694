import type { Facts } from '#contract/facts.ts'

/** One sentence or two for each value of a fact. */
type Meanings<Name extends keyof Facts> = Partial<Record<NonNullable<Facts[Name]> & string, string>>

const SEWAGE: Meanings<'sewage'> = {
  septic:
    'A tank on the lot (浄化槽) cleans the waste water. The owner must have it serviced, emptied and inspected every year, and pays for this.',
  pit: 'Waste collects in a pit. A truck empties the pit for a fee.',
}
const GAS: Meanings<'gas'> = {
  bottled: 'A local company delivers the gas in bottles (プロパンガス). Ask for its price.',
}
/** Source: City Planning Act, articles 7, 29 and 43. */
const PLANNING: Meanings<'planning'> = {
  promotion:
    'The city plan wants this area (市街化区域) built up. You may build here within the rules of the zone. The city planning tax may be due.',
  control:
    'The city plan keeps this area (市街化調整区域) free of new buildings. Rebuilding or extending a house usually needs a permit, which may be refused. Ask before you buy.',
  undivided:
    'This area belongs to a city plan, but the plan does not say where to build (非線引き区域). You may build here within the general rules.',
  outside:
    'No city plan covers this area (都市計画区域外), so fewer building rules apply. Ask the town hall which ones do.',
}
/** Source: Act on Land and Building Leases, articles 9, 22 and 38, and its supplementary provisions. */
const LEASE =
  'You buy the house and rent the land (借地権). You usually need the consent of the owner of the land before you sell or rebuild.'
const FIXED_TERM =
  'The right ends on a fixed date and is not renewed. The land must then usually be returned without the house.'
const OLD_LAW =
  'The contract dates from before August 1992. Under the law of that time, the owner of the land can refuse a renewal only for a good reason.'
const SUPERFICIES =
  'You buy the house and a right to use the land (地上権), which is registered. You may sell this right without the consent of the owner of the land. Rent is usually due.'
const OWNERSHIP: Meanings<'ownership'> = {
  freehold: 'You own the land (所有権), without an end date.',
  lease: LEASE,
  'fixed-term-lease': `${LEASE} ${FIXED_TERM}`,
  'old-law-lease': `${LEASE} ${OLD_LAW}`,
  superficies: SUPERFICIES,
  'fixed-term-superficies': `${SUPERFICIES} ${FIXED_TERM}`,
  'old-law-superficies': `${SUPERFICIES} ${OLD_LAW}`,
}
/** Source: Building Standards Act, articles 42 and 43. */
const ROAD =
  'A house may be built or rebuilt only if the lot touches a road for at least 2 m. The road must usually be at least 4 m wide.'
const MEASURED: Meanings<'measured'> = {
  registered:
    'The area comes from the land register (公簿). Entries can be old, and differ from the real area.',
  surveyed: 'A surveyor has measured the lot (実測).',
}

/** Says what each fact that uses a term of law or building means for a buyer. */
export function factMeanings(facts: Facts) {
  return {
    sewage: facts.sewage && SEWAGE[facts.sewage],
    gas: facts.gas && GAS[facts.gas],
    land:
      facts.land &&
      'The use (地目) that the land register states for the lot. Fields and paddies need permission before they are sold or built on.',
    farmland:
      facts.farmland &&
      'A part of the lot is a field or a paddy. Only a buyer with the permission of the agricultural committee can buy it.',
    planning: facts.planning && PLANNING[facts.planning],
    zoning:
      facts.zoning &&
      'The zone (用途地域) decides which houses, shops and works may stand on the lot and beside it.',
    coverage:
      facts.coverage === undefined
        ? undefined
        : 'How much of the lot the house may cover at most (建蔽率).',
    floorArea:
      facts.floorArea === undefined
        ? undefined
        : 'How large all floors together may be at most, compared with the lot (容積率). 200% means twice the area of the lot.',
    ownership: facts.ownership && OWNERSHIP[facts.ownership],
    road: facts.road && ROAD,
    privateRoad:
      facts.privateRoad &&
      'The road (私道) belongs to private persons. Ask whether a share of it comes with the house, and who pays for repairs.',
    setback:
      facts.setback &&
      'The road is narrower than 4 m. A new house must keep 2 m from the middle of the road, so you cannot build on a strip of the lot (セットバック).',
    measured: facts.measured && MEASURED[facts.measured],
  } satisfies Partial<Record<keyof Facts, string | false | undefined>>
}
