import { delMany, get, promisifyRequest } from 'idb-keyval'
import * as z from 'zod/mini'
import { attempt } from '#client/browser/storage.ts'
import { TRACES, tracesStore } from './session-log-store.ts'

/** How many ended sessions are remembered. */
const MOST_OVER = 10

/**
 * A log of this device's sessions, by their marks. It is in IndexedDB, because a killed browser
 * loses its last writes to local storage: a removed token can come back.
 */
const Traces = z.object({
  /** The session that has, or may have, data on this device. Null when no data is left. */
  of: z.nullable(z.string()),
  /** Sessions that have ended here, the latest last. */
  over: z.array(z.string()),
})
type Traces = z.output<typeof Traces>

/** Resolves with undefined when the log cannot be read. */
export function readTraces(): Promise<Traces | undefined> {
  return attempt(async () => parse(await get<unknown>(TRACES, tracesStore)))
}

/** Records that the session with this mark may have data here. */
export function startTraces(mark: string) {
  return change((traces) => ({ ...traces, of: mark }))
}

/** Records that the session has ended. Its data may still be here. */
export function endTraces(mark: string) {
  return change(({ of, over }) => ({
    of: of ?? mark,
    over: [...over.filter((other) => other !== mark), mark].slice(-MOST_OVER),
  }))
}

/** Records that no data of any session is left. */
export function clearTraces() {
  return change((traces) => ({ ...traces, of: null }))
}

/** Updates the log and, in the same transaction, deletes the other rows: the old session's data. */
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

/**
 * Stores `row` in the log's store, only if the session with this mark is the current one and has
 * not ended.
 */
export async function layBeside(mark: string, key: string, row: unknown) {
  await attempt(() =>
    tracesStore('readwrite', async (rows) => {
      const { of, over } = parse(await promisifyRequest(rows.get(TRACES)))
      if (of === mark && !over.includes(mark)) rows.put(row, key)
      await promisifyRequest(rows.transaction)
    }),
  )
}

/** Deletes these keys from the log's store. */
export async function takeFromBeside(keys: string[]) {
  await attempt(() => delMany(keys, tracesStore))
}

function parse(row: unknown): Traces {
  return Traces.safeParse(row).data ?? { of: null, over: [] }
}
