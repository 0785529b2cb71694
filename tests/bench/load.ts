/** How many ask at once. */
export const CONNECTIONS = 16

/** Does the `index`th of the things that are done again and again. */
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
