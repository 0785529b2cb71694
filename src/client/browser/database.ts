import { createStore, type UseStore } from 'idb-keyval'
import { createListeners } from './listeners.ts'
import { wait } from './wait.ts'

/** How long the first use of IndexedDB may take; milliseconds. */
const FIRST_PATIENCE = 500
/** The same once it has answered: a large read takes long on a slow phone. */
const PATIENCE = 2_000

declare global {
  /** Of all databases, since where one hangs, all do; shared with what runs before the app is there. */
  var databases: { isHanging: boolean; hasAnswered: boolean } | undefined
}

globalThis.databases ??= { isHanging: false, hasAnswered: false }
const state = globalThis.databases
const recoveries = createListeners()

class DatabaseHangs extends Error {
  constructor() {
    super('IndexedDB does not answer')
  }
}

/** Whether IndexedDB hangs, so that nothing can be saved here. */
export function databasesHang() {
  return state.isHanging
}

/** Calls `listener` when IndexedDB begins to hang, or answers after all. Returns how to stop. */
export const watchDatabases = recoveries.watch

/**
 * A store in IndexedDB whose uses reject where the browser's open never answers: the first after half
 * a second, the others at once. Without this, each of them is waited for in turn. If the database
 * answers later, it is used again.
 */
export function openDatabase(name: string, storeName: string): UseStore {
  const store = createStore(name, storeName)
  let isLooking = false

  async function lookAgain() {
    if (isLooking) return
    isLooking = true
    await observed(store('readonly', () => undefined))
    isLooking = false
  }

  return async (mode, use) => {
    if (state.isHanging) {
      void lookAgain()
      throw new DatabaseHangs()
    }
    let isGivenUp = false
    const { elapsed, stop } = wait(state.hasAnswered ? PATIENCE : FIRST_PATIENCE)
    const answer = store(mode, (rows) => {
      // Whoever was told that it failed must not find it done later.
      if (isGivenUp) throw new DatabaseHangs()
      return use(rows)
    })
    const hung = elapsed.then(() => {
      isGivenUp = true
      tell(true)
      throw new DatabaseHangs()
    })
    void observed(answer)
    try {
      return await Promise.race([answer, hung])
    } finally {
      stop()
    }
  }
}

/** Notes that the database answers, be it with a refusal. */
async function observed(answer: Promise<unknown>) {
  await answer.catch(() => undefined)
  state.hasAnswered = true
  tell(false)
}

function tell(isHanging: boolean) {
  if (state.isHanging === isHanging) return
  state.isHanging = isHanging
  recoveries.tell()
}
