import { get, promisifyRequest } from 'idb-keyval'
import * as z from 'zod/mini'
import { openDatabase } from '#client/browser/database.ts'
import { attempt } from '#client/browser/storage.ts'
import { SESSION_LOG, SESSION_LOG_STORE } from './session-log-store.ts'

const sessionLogStore = openDatabase(...SESSION_LOG_STORE)

/** The maximum number of ended sessions in the log. The log forgets the oldest ones. */
const MAX_ENDED_SESSIONS = 10
/** The maximum number of page snapshots. The oldest ones are deleted. */
const MAX_SNAPSHOTS = 30

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

/**
 * Updates the row of the session log. In the same transaction, deletes all page snapshots, because
 * they contain data of the old session.
 */
async function update(next: (log: SessionLog) => SessionLog) {
  await attempt(() =>
    sessionLogStore('readwrite', async (rows) => {
      const log = parse(await promisifyRequest(rows.get(SESSION_LOG)))
      rows.clear()
      rows.put(next(log), SESSION_LOG)
      await promisifyRequest(rows.transaction)
    }),
  )
}

interface Snapshot {
  /** When the snapshot was saved, in milliseconds. */
  savedAt: number
}

/**
 * Stores the snapshot of a page under `key`, if `prefix` identifies the current session and the
 * session has not ended. Resolves with whether the snapshot was stored.
 */
export async function storeSnapshot<T extends Snapshot>(prefix: string, key: string, snapshot: T) {
  const isStored = await attempt(() =>
    sessionLogStore('readwrite', async (rows) => {
      const { of, over } = parse(await promisifyRequest(rows.get(SESSION_LOG)))
      if (of !== prefix || over.includes(prefix)) return false
      rows.put(snapshot, key)
      // One of the rows is the session log.
      const count = (await promisifyRequest(rows.count())) - 1
      if (count > MAX_SNAPSHOTS) await deleteOldest(rows)
      await promisifyRequest(rows.transaction)
      return true
    }),
  )
  return isStored === true
}

/** Deletes the oldest page snapshot. */
async function deleteOldest(rows: IDBObjectStore) {
  const keys = await promisifyRequest(rows.getAllKeys())
  const values = await promisifyRequest<Partial<Snapshot>[]>(rows.getAll())
  const snapshots = keys.flatMap((key, index) => {
    const { savedAt } = values[index] ?? {}
    return savedAt === undefined ? [] : { key, savedAt }
  })
  const [oldest] = snapshots.sort((a, b) => a.savedAt - b.savedAt)
  if (oldest) rows.delete(oldest.key)
}

function parse(row: unknown): SessionLog {
  return SessionLog.safeParse(row).data ?? { of: null, over: [] }
}
