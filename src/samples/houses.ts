import { prefectureDisplay } from '#contract/prefectures.ts'
import { pickFence } from './drawing/fences.ts'
import type { Hour } from './drawing/light.ts'
import { areaOf, type FloorPlan } from './floor-plan/layouts.ts'
import { planHouse } from './floor-plan.ts'
import { KINDS } from './kinds.ts'
import { type Random, seededRandom } from './random.ts'
import { remarksWriter } from './remarks.ts'
import type { SampleHouse } from './sample-house.ts'
import { seasonOf } from './seasons.ts'
import { chooseSites, type Site } from './sites.ts'
import { LOTS, PRICES, spreadOver } from './spread.ts'
import { prefectureJapanese, type Town } from './towns.ts'
import { climateOf, treesIn } from './where.ts'

/** The period over which the houses were listed, in days. */
const DAYS = 120
const DAY_MS = 86_400_000
const MINUTE = 60_000
/** The fraction of houses without a price. It is the same as in the akiya bank. */
const WITHOUT_PRICE = 0.04

/** The sample houses, newest first. Only their listing dates depend on `now`. */
export function sampleHouses(now: Date): SampleHouse[] {
  const random = seededRandom('engawa')
  const sites = chooseSites(random)
  const built = sites.map((site, index) => build(site, seededRandom(`house ${index}`)))
  const lots = spreadOver(
    built.map(({ lotScore }) => lotScore),
    LOTS,
  )
  const prices = spreadOver(
    built.map(({ worth }) => worth),
    PRICES,
  )
  const write = remarksWriter()
  return built.map((house, index) => {
    const own = seededRandom(`facts ${index}`)
    const listedAt = listingTime((index + 0.3) / built.length, now)
    const facts = {
      ...house,
      ...addressOf(house.town, own),
      id: `sample-${String(index + 1).padStart(3, '0')}`,
      landArea: house.kind === 'flat' ? null : roomForHouse(lots[index] ?? 0, house.plan),
      priceYen: own.chance(WITHOUT_PRICE) ? null : rounded(prices[index] ?? 0),
      transportation: waysTo(house.town, own),
      // Use an area code that does not exist in Japan, so that nobody is called by accident.
      contactNumber: `000-000-${String(index + 1).padStart(4, '0')}`,
      listedAt,
      scene: { ...house.scene, season: seasonOf(listedAt, house.climate, own), hour: hourOf(own) },
    }
    return { ...facts, remarks: write(facts, own.fork('remarks')) }
  })
}

function build({ town, land, kind }: Site, random: Random) {
  const { years, layouts, plan: style, worth, land: lot } = KINDS[kind]
  const layout = random.pick(layouts.split(' '))
  const plan = planHouse(layout, style, random.fork('plan'))
  const buildingArea = areaOf(plan)
  const [from, to] = years
  // Take the mean of two random years, so that most houses date from the middle of their period.
  const year = Math.round((random.between(from, to) + random.between(from, to)) / 2)
  const climate = climateOf(town, land)
  return {
    town,
    kind,
    layout,
    plan,
    buildingArea,
    climate,
    year,
    built: year < 1950 ? String(year) : `${random.pick(MONTHS)} ${year}`,
    scene: {
      land,
      trees: random.shuffled(treesIn(town, land, climate)).slice(0, 3),
      fence: climate === 'subtropical' ? ('coral' as const) : pickFence(random),
    },
    worth:
      worth +
      Math.log(buildingArea) * 0.5 +
      (land === 'coast' || land === 'lake' ? 0.2 : 0) +
      random.between(-1, 1) +
      random.between(-0.6, 0.6),
    lotScore: lot + Math.log(buildingArea) * 0.4 + random.between(-1.2, 1.2),
  }
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/**
 * The time at which a house was listed. `part` is its position in the list, from 0 (newest) to 1
 * (oldest). More houses are listed towards the end of the period.
 */
const listingTime = (part: number, now: Date) => {
  const at = now.getTime() - DAYS * DAY_MS * part ** 1.25
  return new Date(Math.floor(at / MINUTE) * MINUTE)
}

/** Enlarges a lot that is smaller than the ground floor of its house. */
function roomForHouse(lot: number, { floors }: FloorPlan) {
  const [ground] = floors
  const covered = ground ? areaOf({ floors: [ground] }) : 0
  return Math.round(Math.max(lot, covered * 1.15) * 100) / 100
}

/** Rounds to a plausible asking price, in larger steps for higher prices. */
function rounded(yen: number) {
  const step = yen < 1_000_000 ? 50_000 : yen < 10_000_000 ? 100_000 : 500_000
  return Math.round(yen / step) * step
}

const BEFORE = '上下東西中奥大小'
const TREE = '桐柿梨栗杉柏楠榎萩葛藤松竹梅桑椿'
const AFTER = '谷原沢川野田尾坂瀬根平窪戸畑'

/** An invented place name in a real town. */
function addressOf({ prefecture, japanese, name }: Town, random: Random) {
  const place = `${random.chance(0.5) ? random.pick([...BEFORE]) : ''}${random.pick([...TREE])}${random.pick([...AFTER])}`
  const number = random.chance(0.6)
    ? `${random.whole(20, 1980)}-${random.whole(1, 9)}`
    : String(random.whole(20, 2980))
  const japaneseAddress = `${prefectureJapanese(prefecture)}${japanese}${place}${number}`
  return { address: `${name}, ${prefectureDisplay(prefecture)} (${japaneseAddress})` }
}

function waysTo({ way }: Town, random: Random) {
  const isStation = way.endsWith('Station') && !way.startsWith('Bus')
  const walk = random.weighted([
    [random.whole(4, 25), isStation ? 3 : 5],
    [0, 4],
  ])
  const first =
    walk > 0 ? `${way}, ${walk} min on foot` : `${way}, ${random.whole(5, 35)} min by car`
  const second = random.pick([
    `Bus stop ${random.whole(2, 15)} min on foot`,
    `Supermarket ${random.whole(4, 25)} min by car`,
    `Expressway ${random.whole(8, 45)} min by car`,
    `Town hall ${random.whole(3, 20)} min by car`,
    `Clinic ${random.whole(3, 20)} min by car`,
  ])
  return `${first} / ${second}`
}

const hourOf = (random: Random) =>
  random.weighted<Hour>([
    ['morning', 4],
    ['noon', 4],
    ['evening', 3],
    ['dusk', 1],
    ['night', 0.6],
  ])
