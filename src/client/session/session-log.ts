import { get, promisifyRequest } from 'idb-keyval'
import * as z from 'zod/mini'
import { openDatabase } from '#client/browser/database.ts'
import { attempt } from '#client/browser/storage.ts'

/** The key of the row that records which session has left data on this device. */
const SESSION_LOG = 'traces'

const sessionLogStore = openDatabase('engawa-traces', 'traces')

/** The maximum number of ended sessions in the log. The log forgets the oldest ones. */
const MAX_ENDED_SESSIONS = 10

/**
 * A log of this device's sessions. Each session is identified by the first characters of its token.
 * The log is in IndexedDB, because local storage is less reliable. After a browser is killed, local
 * storage may lack its last writes, and a removed token can come back.
 */
const SessionLog = z.object({
  /** The session that may have data on this device. Null when no data is left. */
  of: z.nullable(z.string()),
  /** Sessions that have ended on this device, oldest first. */
  over: z.array(z.string()),
})
type SessionLog = z.output<typeof SessionLog>

/** Resolves with undefined when the log cannot be read. */
export function readSessionLog(): Promise<SessionLog | undefined> {
  return attempt(async () => parse(await get<unknown>(SESSION_LOG, sessionLogStore)))
}

/** Records that this device may hold data of the session with this prefix. */
export function logSessionStart(prefix: string) {
  return update((log) => ({ ...log, of: prefix }))
}

/** Records that the session has ended. The data of the session may still be on this device. */
export function logSessionEnd(prefix: string) {
  return update(({ of, over }) => ({
    of: of ?? prefix,
    over: [...over.filter((other) => other !== prefix), prefix].slice(-MAX_ENDED_SESSIONS),
  }))
}

/** Records that this device holds no data of any session. */
export function logWipe() {
  return update((log) => ({ ...log, of: null }))
}

async function update(next: (log: SessionLog) => SessionLog) {
  await attempt(() =>
    sessionLogStore('readwrite', async (rows) => {
      rows.put(next(parse(await promisifyRequest(rows.get(SESSION_LOG)))), SESSION_LOG)
      await promisifyRequest(rows.transaction)
    }),
  )
}

function parse(row: unknown): SessionLog {
  return SessionLog.safeParse(row).data ?? { of: null, over: [] }
}
