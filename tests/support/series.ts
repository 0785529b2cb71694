/**
 * Whether `npm run test:endurance` runs the tests. If so, the test series are long, and random
 * inputs have a new seed.
 */
const isEndurance = process.env.ENDURANCE === '1'

/**
 * How often tests repeat their work. `npm test` repeats the work a few times, always with the same
 * random input. `npm run test:endurance` repeats the work many times. An environment variable
 * overrides each number.
 */
export const SERIES = {
  /** How often a process under load is killed. */
  kills: read('KILLS', 2, 10),
  /** The number of random searches of the catalogue. */
  searches: read('SEARCHES', 60, 5000),
  /** The number of random searches in a browser that has the catalogue. */
  browserSearches: read('BROWSER_SEARCHES', 60, 2000),
  /** The number of random changes of the catalogue after which a device fetches what is new. */
  catalogueChanges: read('CATALOGUE_CHANGES', 6, 200),
  /** The number of random sequences of payment steps. */
  paymentSequences: read('PAYMENT_SEQUENCES', 8, 300),
  /** The number of random sequences of favorite changes in the browser. */
  sequences: read('SEQUENCES', 4, 300),
  /** The number of random sequences of notes on two devices. */
  noteSequences: read('NOTE_SEQUENCES', 3, 500),
  /** The number of random sequences of edits that the outbox of notes sends, without a browser. */
  editSequences: read('EDIT_SEQUENCES', 12, 500),
  /** The number of random sequences of actions by two people on a shared shortlist. */
  shortlistSequences: read('SHORTLIST_SEQUENCES', 6, 500),
  /** The number of random imports between which people are told of changes. */
  alertSteps: read('ALERT_STEPS', 60, 1000),
  /** The number of houses that are saved with all their photos. */
  savedHouses: read('SAVED_HOUSES', 4, 30),
  /** The number of photos that a person adds while the device is offline. */
  ownPhotos: read('OWN_PHOTOS', 12, 300),
  /** The number of hostile requests for each endpoint and caller. */
  hostileRuns: read('RUNS', 1, 20),
  /** The seed of all random input. */
  seed: read('SEED', 1, Math.floor(Math.random() * 2 ** 31)),
}

function read(name: string, few: number, many: number) {
  return Number(process.env[name] ?? (isEndurance ? many : few))
}
