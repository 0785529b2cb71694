export interface Random {
  /** A number from `low` up to, but not including, `high`. */
  between: (low: number, high: number) => number
  /** A whole number from `low` up to and including `high`. */
  whole: (low: number, high: number) => number
  chance: (probability: number) => boolean
  pick: <T>(choices: readonly [T, ...T[]] | readonly T[]) => T
  /** One of `choices`, with a probability in proportion to its weight. */
  weighted: <T>(choices: readonly (readonly [T, number])[]) => T
  shuffled: <T>(list: readonly T[]) => T[]
  /**
   * Creates a separate stream of random numbers for one part of a picture. With a single stream,
   * adding a tree would also change the clouds.
   */
  fork: (label: string) => Random
}

/**
 * A deterministic generator (xmur3 and mulberry32). A seed gives the same numbers on every machine.
 */
export function seededRandom(seed: string): Random {
  let state = digest(seed)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (low: number, high: number) => low + next() * (high - low)
  const whole = (low: number, high: number) => Math.floor(between(low, high + 1))

  function pick<T>(choices: readonly T[]) {
    const choice = choices[Math.floor(next() * choices.length)]
    if (choice === undefined) throw new Error('Nothing to pick from')
    return choice
  }

  function weighted<T>(choices: readonly (readonly [T, number])[]) {
    let rest = next() * choices.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [choice, weight] of choices) {
      rest -= weight
      if (rest < 0) return choice
    }
    return pick(choices)[0]
  }

  function shuffled<T>(list: readonly T[]) {
    return list
      .map((item) => ({ item, order: next() }))
      .sort((a, b) => a.order - b.order)
      .map(({ item }) => item)
  }

  return {
    between,
    whole,
    chance: (probability) => next() < probability,
    pick,
    weighted,
    shuffled,
    fork: (label) => seededRandom(`${seed}/${label}`),
  }
}

function digest(text: string) {
  let hash = 1_779_033_703 ^ text.length
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 3_432_918_353)
    hash = (hash << 13) | (hash >>> 19)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 2_246_822_507)
  hash = Math.imul(hash ^ (hash >>> 13), 3_266_489_909)
  return hash ^ (hash >>> 16)
}
