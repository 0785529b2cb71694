import type { Facts } from '#contract/facts.ts'
import type { Tag } from '#contract/tags.ts'
import { seededRandom } from '#samples/random.ts'
import type { SampleHouse } from '#samples/sample-house.ts'

/**
 * Metres per minute on foot. Japanese advertisements convert distances to minutes at this speed.
 */
const METRES_PER_MINUTE = 80
/** The kinds of land on which a mains sewer is likely. */
const TOWNS = new Set(['town', 'plain'])
const FARMHOUSES = /thatch|farm|bent|prayingHands/i
const OLD = 1950
/** The minimum size of a large lot in square metres. */
const LARGE_LOT = 1000

/**
 * Invents the facts that a municipality would state about a sample house. The facts fit the house's
 * kind, age and land. As in real sources, some facts are missing. The same house always gets the
 * same facts.
 */
export function sampleFacts(house: SampleHouse): Facts {
  const random = seededRandom(`stated ${house.id}`)
  const isFlat = house.kind === 'flat'
  const isUrban = isFlat || TOWNS.has(house.scene.land)
  const isOld = house.year < OLD
  const state = <T>(value: T) => (random.chance(0.85) ? value : undefined)
  const metres = (low: number, high: number) => Math.round(random.between(low, high) / 10) * 10
  const stretch = isUrban ? 1 : 3
  const sewage = random.weighted<NonNullable<Facts['sewage']>>([
    ['sewer', isUrban ? 6 : 1],
    ['septic', isUrban ? 2 : 5],
    ['pit', isOld ? 3 : 0.5],
  ])
  return withoutUnstated({
    water: state(
      random.weighted([
        ['mains', isUrban ? 9 : 5],
        ['well', isUrban ? 0.3 : 1.5],
      ]),
    ),
    sewage: state(sewage),
    gas: state(
      random.weighted([
        ['city', isUrban ? 3 : 0],
        ['bottled', 4],
      ]),
    ),
    toilet: state('own'),
    bath: state(isOld && random.chance(0.15) ? 'none' : 'own'),
    parking: state(
      random.weighted([
        ['free', isUrban ? 3 : 7],
        ['nearby', 1],
        ['none', isUrban ? 2 : 0.5],
      ]),
    ),
    garden: !isFlat && random.chance(0.5) ? true : undefined,
    land: isFlat ? undefined : state(random.chance(0.93) ? 'residential' : 'mixed'),
    farmland: !isUrban && random.chance(0.18) ? true : undefined,
    planning: state(
      random.weighted([
        ['outside', isUrban ? 1 : 6],
        ['undivided', 3],
        ['promotion', isUrban ? 4 : 0],
        ['control', isUrban ? 0.5 : 1],
      ]),
    ),
    ownership: state(random.chance(0.95) ? 'freehold' : 'lease'),
    road: isFlat
      ? undefined
      : state(
          random.weighted([
            ['one-side', 8],
            ['corner', 2],
            ['none', isOld ? 0.5 : 0.1],
          ]),
        ),
    setback: isUrban && isOld && random.chance(0.25) ? true : undefined,
    measured: state('registered'),
    station: stationOf(house),
    elementarySchool: state(metres(300, 900 * stretch)),
    convenienceStore: state(metres(150, 1000 * stretch)),
    supermarket: state(metres(300, 1500 * stretch)),
    hospital: state(metres(400, 2500 * stretch)),
  })
}

/** Invents the tags that a real house of this kind and place would get from its remarks. */
export function sampleTags({ kind, scene, landArea, plan, climate }: SampleHouse): Tag[] {
  const { land } = scene
  const given: Partial<Record<Tag, boolean>> = {
    'by-the-sea': land === 'coast',
    mountains: land === 'alps' || land === 'volcano',
    'river-or-lake': land === 'lake',
    'in-nature': land === 'valley' || land === 'terraces',
    'old-town': kind === 'machiya' || kind === 'merchant',
    snow: climate === 'snowy',
    kominka: FARMHOUSES.test(kind),
    'single-story': plan.floors.length === 1 && kind !== 'flat',
    'shop-or-office': kind === 'signboard' || kind === 'merchant',
    'large-lot': landArea !== null && landArea >= LARGE_LOT,
  }
  return (Object.keys(given) as Tag[]).filter((tag) => given[tag])
}

/**
 * The walk to the station in metres. Undefined if the access description states no walk from a
 * station.
 */
function stationOf({ transportation }: SampleHouse) {
  const minutes = transportation.match(/^(?!Bus).*Station, (\d+) min on foot/)?.[1]
  return minutes === undefined ? undefined : Number(minutes) * METRES_PER_MINUTE
}

function withoutUnstated(facts: { [Fact in keyof Facts]: Facts[Fact] | undefined }): Facts {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))
}
