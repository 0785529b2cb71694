import { setTimeout as pass } from 'node:timers/promises'

/** How many ask at once. */
export const CONNECTIONS = 16

/** Runs one request or query and waits for its result. `index` can select one of several. */
export type Ask = (index: number) => Promise<unknown>

/**
 * Asks for `duration` over all connections, over each of them again as soon as it is answered.
 * Returns how long each answer took; all in milliseconds.
 */
export async function load(ask: Ask, duration: number) {
  const times: number[] = []
  const end = performance.now() + duration
  async function keepAsking(first: number) {
    for (let index = first; ; index++) {
      const start = performance.now()
      if (start > end) return
      await ask(index)
      times.push(performance.now() - start)
    }
  }
  // Each begins elsewhere, so that they do not all ask for the same.
  const firsts = Array.from({ length: CONNECTIONS }, (_, connection) => connection * CONNECTIONS)
  await Promise.all(firsts.map(keepAsking))
  return times
}

/** How often it is looked whether something is to be asked; milliseconds. */
const LOOK_EVERY = 5

/**
 * Asks so many times a second for `duration`, whether or not what was asked before is answered.
 * Returns how long each answer took, from when it was to be asked for; all in milliseconds.
 */
export async function loadAt(ask: Ask, rate: number, duration: number) {
  const times: number[] = []
  const errors: unknown[] = []
  const asked: Promise<void>[] = []
  const start = performance.now()
  const count = Math.floor((rate * duration) / 1000)

  async function askAt(index: number) {
    const due = start + (index * 1000) / rate
    try {
      await ask(index)
      times.push(performance.now() - due)
    } catch (error) {
      errors.push(error)
    }
  }

  while (asked.length < count) {
    const due = Math.min(count, Math.floor(((performance.now() - start) * rate) / 1000))
    while (asked.length < due) asked.push(askAt(asked.length))
    await pass(LOOK_EVERY)
  }
  await Promise.all(asked)
  return { times, errors }
}
