import { delMany, get, promisifyRequest } from 'idb-keyval'
import * as z from 'zod/mini'
import { attempt } from '#client/browser/storage.ts'
import { TRACES, tracesStore } from './session-log-store.ts'

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

/** Undefined when they cannot be read. */
export function readTraces(): Promise<Traces | undefined> {
  return attempt(async () => parse(await get<unknown>(TRACES, tracesStore)))
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

/** What lies beside the traces is of the session that is changed, and goes in the same moment. */
async function change(next: (traces: Traces) => Traces) {
  await attempt(() =>
    tracesStore('readwrite', async (rows) => {
      const traces = parse(await promisifyRequest(rows.get(TRACES)))
      rows.clear()
      rows.put(next(traces), TRACES)
      await promisifyRequest(rows.transaction)
    }),
  )
}

/** Lays `row` beside the traces of the session with this mark; nothing where these are of another, or it is over. */
export async function layBeside(mark: string, key: string, row: unknown) {
  await attempt(() =>
    tracesStore('readwrite', async (rows) => {
      const { of, over } = parse(await promisifyRequest(rows.get(TRACES)))
      if (of === mark && !over.includes(mark)) rows.put(row, key)
      await promisifyRequest(rows.transaction)
    }),
  )
}

/** Takes away what lies beside the traces under these keys. */
export async function takeFromBeside(keys: string[]) {
  await attempt(() => delMany(keys, tracesStore))
}

function parse(row: unknown): Traces {
  return Traces.safeParse(row).data ?? { of: null, over: [] }
}
