import { createStore, getMany } from 'idb-keyval'
import { now, serverTimeOf } from '#client/browser/clock.ts'
import { SESSION_LOG, SESSION_LOG_STORE } from '#client/session/session-log-store.ts'
import { tokenPrefixOf } from '#client/session/token-prefix.ts'
import { hasListingAccess, hasRunOut } from '#contract/access.ts'
import { dayInJapan } from '#contract/japan-day.ts'
import { type PageSnapshot, PLAN_PATH, snapshotKey } from './page-snapshot.ts'
import { readPersistedAccount } from './read-persisted-account.ts'

/**
 * Reads the snapshot of the open page, if it belongs to this session and the account still has
 * access. Rejects when the stored data is missing or has another format.
 */
export async function readSnapshot(): Promise<PageSnapshot | undefined> {
  const key = snapshotKey()
  // A page from the browser's history may be scrolled, or may have an open dialog. An address with a
  // fragment opens a lower part of the page. A snapshot would show the top of the page instead.
  if (key === undefined || history.state !== null || location.hash !== '') return undefined
  const { data: account, dataUpdatedAt } = readPersistedAccount()
  const times = { fetchedAt: serverTimeOf(dataUpdatedAt), now: now() }
  if (!hasListingAccess(account, times.now) || hasRunOut(account, times)) return undefined

  // `openDatabase` would record a slow answer as a failure of the app's own databases.
  const store = createStore(...SESSION_LOG_STORE)
  const [log, snapshot] = await getMany([SESSION_LOG, key], store)
  const prefix = tokenPrefixOf(localStorage.token)
  // After a crash, local storage can bring back the token of an ended session. The session log
  // still says that this session has ended.
  const isCurrentSession = log.of === prefix && !log.over.includes(prefix)
  if (!isCurrentSession || snapshot.userId !== account.user.id) return undefined
  const isOutdated =
    key === PLAN_PATH && dayInJapan(new Date(snapshot.savedAt)) !== dayInJapan(times.now)
  return isOutdated ? undefined : snapshot
}
