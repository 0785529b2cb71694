import type { RoomKind } from './floor-plan/blocks.ts'
import { MODULE, mats } from './floor-plan/blocks.ts'
import type { Random } from './random.ts'
import { FAMILY_HOUSES } from './remarks/family-houses.ts'
import { FARMHOUSES } from './remarks/farmhouses.ts'
import { GARDENS } from './remarks/gardens.ts'
import { LIFE } from './remarks/life.ts'
import { OTHER_HOUSES } from './remarks/other-houses.ts'
import { PRACTICE } from './remarks/practice.ts'
import { ROOMS } from './remarks/rooms.ts'
import type { Sentence, Told } from './remarks/sentence.ts'
import type { HouseFacts } from './sample-house.ts'

const HOUSES = [...FARMHOUSES, ...FAMILY_HOUSES, ...OTHER_HOUSES]

/**
 * Writes remarks for houses. Repeats a sentence only after all other suitable sentences were used.
 */
export function remarksWriter() {
  const uses = new Map<Sentence, number>()

  function choose(sentences: readonly Sentence[], house: Told) {
    const fitting = house.random.shuffled(sentences).flatMap((sentence) => {
      const text = sentence(house)
      return text ? [{ sentence, text, used: uses.get(sentence) ?? 0 }] : []
    })
    const [fresh] = fitting.sort((a, b) => a.used - b.used)
    if (!fresh) return []
    uses.set(fresh.sentence, fresh.used + 1)
    return [fresh.text]
  }

  return (facts: HouseFacts, random: Random) => {
    const house = tell(facts, random)
    const order = random.chance(0.5) ? [ROOMS, GARDENS] : [GARDENS, ROOMS]
    const parts = [HOUSES, ...order, random.chance(0.6) ? LIFE : [], PRACTICE]
    return parts.flatMap((part) => choose(part, house)).join(' ')
  }
}

function tell(facts: HouseFacts, random: Random): Told {
  const rooms = facts.plan.floors.flatMap((floor) => floor.rooms)
  const widest = (kind: RoomKind, size: (room: (typeof rooms)[number]) => number) =>
    Math.max(0, ...rooms.filter((room) => room.kind === kind).map(size))
  return {
    ...facts,
    bestRoom: widest('tatami', mats),
    engawa: Math.round(widest('engawa', ({ width }) => width) * MODULE),
    floors: facts.plan.floors.length,
    has: (kind) => rooms.some((room) => room.kind === kind),
    random,
  }
}
