import type { Land } from './drawing/lands.ts'
import type { KindName } from './kinds.ts'
import type { Random } from './random.ts'
import { REGIONS, type Town } from './towns.ts'
import { kindsIn } from './where.ts'

export interface Site {
  town: Town
  land: Land
  kind: KindName
}

/** Chooses the town and kind of each house, in the order of the list. */
export const chooseSites = (random: Random) =>
  spreadNeighbours(fillRegions(random.fork('sites')), random.fork('order'))

/** Gives each prefecture its number of houses, spread over its towns. */
function fillRegions(random: Random): Site[] {
  return REGIONS.flatMap(({ houses, towns }) => {
    const order = random.shuffled(towns)
    const kinds: KindName[] = []
    return Array.from({ length: houses }, (_, index) => {
      const town = order[index % order.length] ?? random.pick(towns)
      const land = random.pick(town.lands)
      // Lower the weight of the kinds of houses that the prefecture already has.
      const weights = kindsIn(town, land).map(
        ([kind, weight]) => [kind, kinds.includes(kind) ? weight / 4 : weight] as const,
      )
      const kind = random.weighted(weights)
      kinds.push(kind)
      return { town, land, kind }
    })
  })
}

/**
 * The number of preceding houses from which each house should differ. The grid shows these houses
 * near each other.
 */
const NEIGHBOURS = 5
/**
 * The number of houses at the front of the queue that compete for the next position in the list.
 */
const AHEAD = 10

/**
 * Orders the houses so that each kind of house is spread over the whole list, and consecutive
 * houses differ.
 */
function spreadNeighbours(sites: Site[], random: Random): Site[] {
  const queue = spreadByKind(sites, random)
  const ordered: Site[] = []
  while (queue.length > 0) {
    const before = ordered.slice(-NEIGHBOURS)
    // Choose the candidate that is least similar to the preceding houses. Its position in the queue
    // is added to the similarity, so that a small difference does not decide.
    const costs = queue.slice(0, AHEAD).map((site, wait) => similarityTo(before, site) + wait)
    ordered.push(...queue.splice(costs.indexOf(Math.min(...costs)), 1))
  }
  return ordered
}

function spreadByKind(sites: Site[], random: Random) {
  const kinds = new Map<KindName, Site[]>()
  for (const site of random.shuffled(sites)) {
    kinds.set(site.kind, [...(kinds.get(site.kind) ?? []), site])
  }
  return [...kinds.values()]
    .flatMap((alike) => {
      const start = random.between(0, 1)
      return alike.map((site, index) => ({ site, place: (index + start) / alike.length }))
    })
    .sort((a, b) => a.place - b.place)
    .map(({ site }) => site)
}

function similarityTo(before: Site[], { town, land, kind }: Site) {
  return before.reduce((sum, one, index) => {
    const shared =
      (one.kind === kind ? 4 : 0) +
      (one.land === land ? 1 : 0) +
      (one.town.prefecture === town.prefecture ? 3 : 0)
    return sum + (index + 1) * shared
  }, 0)
}
