/** Whether `npm run test:endurance` runs, whose series are long and whose seed differs each time. */
const isEndurance = process.env.ENDURANCE === '1'

/**
 * How often tests repeat what they do: a few times in `npm test`, with the same random input each
 * time, and many times in `npm run test:endurance`. Environment variables override each number.
 */
export const SERIES = {
  /** Kills of a process under load. */
  kills: read('KILLS', 2, 10),
  /** Random histories of payments. */
  histories: read('HISTORIES', 8, 300),
  /** Random sequences of favorite changes in the browser. */
  sequences: read('SEQUENCES', 4, 300),
  /** Houses that are saved with all their photos. */
  savedHouses: read('SAVED_HOUSES', 8, 30),
  /** Hostile requests for each endpoint and caller. */
  hostileRuns: read('RUNS', 1, 20),
  /** The seed of all random input. */
  seed: read('SEED', 1, Math.floor(Math.random() * 2 ** 31)),
}

function read(name: string, few: number, many: number) {
  return Number(process.env[name] ?? (isEndurance ? many : few))
}
