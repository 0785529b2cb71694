import { createStore, get, update } from 'idb-keyval'
import * as z from 'zod/mini'
import { attempt } from '#client/storage.ts'

const KEY = 'traces'
/** How many sessions that are over are remembered. */
const MOST_OVER = 10

/**
 * What this device knows of the sessions it has had, by their marks. It lies in IndexedDB, beside
 * the rows it speaks of: a browser that is killed loses the last seconds of its local storage, so
 * that a token that was removed may come back.
 */
const Traces = z.object({
  /** The session that has left something here, or may have; null when nothing of anybody is left. */
  of: z.nullable(z.string()),
  /** Sessions that have ended here, the last one last. */
  over: z.array(z.string()),
})
type Traces = z.output<typeof Traces>

const store = createStore('engawa-traces', 'traces')

/** Undefined when they cannot be read. */
export function readTraces(): Promise<Traces | undefined> {
  return attempt(async () => parse(await get<unknown>(KEY, store)))
}

/** From now on there may be something here of the session with this mark. */
export function startTraces(mark: string) {
  return change((traces) => ({ ...traces, of: mark }))
}

/** The session is over; what it has left may still be here. */
export function endTraces(mark: string) {
  return change(({ of, over }) => ({
    of: of ?? mark,
    over: [...over.filter((other) => other !== mark), mark].slice(-MOST_OVER),
  }))
}

/** Nothing is left here of anybody. */
export function clearTraces() {
  return change((traces) => ({ ...traces, of: null }))
}

async function change(next: (traces: Traces) => Traces) {
  await attempt(() => update<unknown>(KEY, (row) => next(parse(row)), store))
}

function parse(row: unknown): Traces {
  return Traces.safeParse(row).data ?? { of: null, over: [] }
}
