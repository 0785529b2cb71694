import fc from 'fast-check'
import type { History } from '#contract/history.ts'
import { NEWS_HEADINGS, NEWS_KINDS, type NewsKind } from '#contract/news-kinds.ts'
import { houseRecord } from './imports.ts'

/** A model of what people must be told after random imports, without a database. */

/** What a source says about a house. */
interface Offer {
  price: number
  layout: string
}
/** The houses that a source offers now. */
export type Offers = Readonly<Record<string, Offer | undefined>>

export const HOUSES = Array.from({ length: 8 }, (_, index) => `house-${index}`)
/** Houses with an odd number are in Seiyo, the others in Hyogo. */
export const isInSeiyo = (id: string) => Number(id.at(-1)) % 2 === 1
const SEIYO = { Prefecture: '愛媛県', 'Property Location': '愛媛県西予市' }

const offer = fc.record({
  price: fc.integer({ min: 1, max: 6 }).map((factor) => factor * 1_000_000),
  layout: fc.constantFrom('3DK', '4DK', '5LDK'),
})
/** One import: the houses that it changes. Null takes a house away. */
const change = fc.dictionary(fc.constantFrom(...HOUSES), fc.option(offer, { freq: 3 }), {
  maxKeys: 4,
})
const oneIn = (count: number) => fc.integer({ min: 1, max: count }).map((number) => number === 1)
const always = <T>(value: T, weight: number) => ({ arbitrary: fc.constant(value), weight })

/** What happens to the catalogue and to the services in a few hours. */
export const step = fc.record({
  imports: fc.array(
    fc.record({
      changes: change,
      isRepeated: oneIn(4),
      cutAt: fc.option(fc.double({ min: 0, max: 0.99, noNaN: true })),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  /** Whether the opt-out of Seiyo begins or ends. */
  turnsOptOut: oneIn(6),
  workers: fc.integer({ min: 1, max: 3 }),
  /** For each transaction, whether the process is killed before its commit. */
  kills: fc.infiniteStream(oneIn(5)),
  // Rare, because a mail that has waited for days is not sent any more.
  mailFails: fc.infiniteStream(oneIn(8)),
  pushAnswers: fc.infiniteStream(
    fc.oneof(
      always({ status: 201 }, 240),
      ...[404, 410, 429, 500].map((status) => always({ status }, 12)),
      always('reset' as const, 12),
      // Each takes ten seconds, until the server stops waiting.
      always('hang' as const, 1),
    ),
  ),
})

export interface Follower {
  email: string
  channel: 'mail' | 'push' | 'both'
  devices: number
  favorites: readonly string[]
  /** Whether the person has saved a search for the houses of Hyogo. */
  hasSearch: boolean
}

export const FOLLOWERS: Follower[] = [
  {
    ...{ email: 'favorites@example.com', channel: 'mail', devices: 0 },
    ...{ favorites: HOUSES.slice(0, 3), hasSearch: false },
  },
  {
    ...{ email: 'search@example.com', channel: 'mail', devices: 1 },
    ...{ favorites: [], hasSearch: true },
  },
  {
    ...{ email: 'both@example.com', channel: 'both', devices: 1 },
    ...{ favorites: HOUSES.slice(2, 5), hasSearch: true },
  },
  {
    ...{ email: 'push@example.com', channel: 'push', devices: 2 },
    ...{ favorites: HOUSES.slice(3, 6), hasSearch: true },
  },
]

interface Changed {
  /** What the source has offered: before the step, and after each import. */
  states: readonly Offers[]
  /** The houses that were offered before the step, at any time. */
  seen: ReadonlySet<string>
  hasOptOut: boolean
}

/**
 * What a person must be told after a step. For a favorite, all imports of the step count. For a saved
 * search, the imports count from the first one in which the search has found a changed house.
 */
export function expected({ favorites, hasSearch }: Follower, { states, seen, hasOptOut }: Changed) {
  const found = states.findIndex((after, index) => isFoundBy(states[index - 1] ?? after, after))
  return HOUSES.flatMap((id) => {
    const isFavorite = favorites.includes(id)
    const isFound = hasSearch && found > 0 && !isInSeiyo(id)
    if (!(isFavorite || isFound) || (hasOptOut && isInSeiyo(id))) return []
    const earlier = isFavorite ? states.slice(0, 1) : states.slice(0, found)
    const isKnown = seen.has(id) || earlier.some((state) => state[id])
    const kind = kindOf(earlier.at(-1)?.[id], states.at(-1)?.[id], isKnown)
    return kind && (isFavorite || SEARCH_KINDS.includes(kind)) ? [{ kind, id }] : []
  })
}

const SEARCH_KINDS: NewsKind[] = ['new', 'back', 'cheaper']

/** Whether an import has changed a house that the saved search finds. */
function isFoundBy(before: Offers, after: Offers) {
  return HOUSES.some((id) => !isInSeiyo(id) && after[id] && after[id].price !== before[id]?.price)
}

export type ToldHouse = ReturnType<typeof expected>[number]

function kindOf(
  before: Offer | undefined,
  after: Offer | undefined,
  isKnown: boolean,
): NewsKind | undefined {
  if (!after) return before && 'gone'
  if (!before) return isKnown ? 'back' : 'new'
  if (after.price !== before.price) return after.price < before.price ? 'cheaper' : 'dearer'
  return after.layout === before.layout ? undefined : 'changed'
}

const KINDS = new Map(NEWS_KINDS.map((kind) => [NEWS_HEADINGS[kind].toUpperCase(), kind]))

/** The houses that the text of a mail tells of. */
export function readMail(text: string): ToldHouse[] {
  let kind: NewsKind = 'changed'
  return text.split('\n').flatMap((line) => {
    kind = KINDS.get(line) ?? kind
    const [, id] = line.match(/\/listings\/(house-\d)$/) ?? []
    return id ? [{ kind, id }] : []
  })
}

export function toText(to: string, houses: readonly ToldHouse[]) {
  const words = houses.map(({ kind, id }) => `${kind} ${id}`)
  return `${to}: ${words.sort().join(', ')}`
}

/** What a notification says. It names no house. */
export function toPushText(houses: readonly ToldHouse[]) {
  const counts = NEWS_KINDS.flatMap((kind) => {
    const count = houses.filter((house) => house.kind === kind).length
    return count > 0 ? [`${count} ${NEWS_HEADINGS[kind].toLowerCase()}`] : []
  })
  return `${houses.length}: ${counts.join(', ')}`
}

/** The file of a source that offers these houses. */
export function toFile(offers: Offers) {
  const records = Object.entries(offers).flatMap(([id, offer]) =>
    offer
      ? [
          houseRecord({
            ...{ _id: id, 'Sale Price Yen': offer.price, 'Building - Layout': offer.layout },
            ...(isInSeiyo(id) && SEIYO),
          }),
        ]
      : [],
  )
  // A full import of no houses would be refused, because a broken file looks the same.
  return JSON.stringify([...records, houseRecord({ _id: 'other', ...SEIYO })])
}

/** The history of each house, as the imports of all offers must have written it. */
export function openHistoryModel() {
  const histories = new Map<string, string[]>(HOUSES.map((id) => [id, []]))
  /** What the source said when it last offered a house. */
  let known: Offers = {}
  return {
    histories,
    noteImport(before: Offers, after: Offers) {
      for (const [id, history] of histories) {
        history.push(...entries(before[id], after[id], known[id]))
      }
      known = { ...known, ...Object.fromEntries(Object.entries(after).filter(([, one]) => one)) }
    },
  }
}

function entries(before: Offer | undefined, after: Offer | undefined, known: Offer | undefined) {
  if (!after) return before ? ['gone'] : []
  if (!known) return ['added']
  return [
    ...(before ? [] : ['back']),
    ...(after.price === known.price ? [] : [`price ${known.price} ${after.price}`]),
    ...(after.layout === known.layout ? [] : ['facts layout']),
  ]
}

export function historyText({ changes }: History) {
  return changes.map(({ kind, yen_before, yen_after, fields }) =>
    [kind, yen_before, yen_after, ...(fields ?? [])].filter((part) => part !== undefined).join(' '),
  )
}
