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

/** Where the houses stand and of what kind they are, in the order of the list. */
export const chooseSites = (random: Random) =>
  apart(fillRegions(random.fork('sites')), random.fork('order'))

/** Every prefecture gets its number of houses, spread over its towns. */
function fillRegions(random: Random): Site[] {
  return REGIONS.flatMap(({ houses, towns }) => {
    const order = random.shuffled(towns)
    const kinds: KindName[] = []
    return Array.from({ length: houses }, (_, index) => {
      const town = order[index % order.length] ?? random.pick(towns)
      const land = random.pick(town.lands)
      // A kind that the prefecture has already comes again only where there is hardly another.
      const weights = kindsIn(town, land).map(
        ([kind, weight]) => [kind, kinds.includes(kind) ? weight / 4 : weight] as const,
      )
      const kind = random.weighted(weights)
      kinds.push(kind)
      return { town, land, kind }
    })
  })
}

/** How many houses before one in the list it must not resemble: those beside and above it in a grid. */
const NEIGHBOURS = 5
/** How far ahead one that resembles them less is looked for. */
const AHEAD = 10

/** Every kind spread over the whole list, and in such an order that houses next to each other differ. */
function apart(sites: Site[], random: Random): Site[] {
  const queue = spreadByKind(sites, random)
  const ordered: Site[] = []
  while (queue.length > 0) {
    const before = ordered.slice(-NEIGHBOURS)
    // Whoever waits longest goes first among those that are as different.
    const costs = queue.slice(0, AHEAD).map((site, wait) => likenessTo(before, site) + wait)
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

function likenessTo(before: Site[], { town, land, kind }: Site) {
  return before.reduce((sum, one, index) => {
    const shared =
      (one.kind === kind ? 4 : 0) +
      (one.land === land ? 1 : 0) +
      (one.town.prefecture === town.prefecture ? 3 : 0)
    return sum + (index + 1) * shared
  }, 0)
}
