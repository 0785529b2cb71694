import { getMany } from 'idb-keyval'
import { readPersistedAccount } from '#client/boot/early-account.ts'
import { now, serverTimeOf } from '#client/browser/clock.ts'
import { SESSION_LOG, sessionLogStore } from '#client/session/session-log-store.ts'
import { markOf } from '#client/session/session-mark.ts'
import { hasListingAccess, hasRunOut } from '#contract/access.ts'
import { type FirstScreen, START_PATHS } from './first-screen.ts'

/**
 * Reads the saved first screen of the page that is open, if the screen belongs to this session and
 * the account still has access. Rejects when the stored data has another format.
 */
export async function readFirstScreen(): Promise<FirstScreen | undefined> {
  const { pathname, search } = location
  // If the person returns through the browser's history, the page may be scrolled or a house may be
  // open, so the saved screen would not match.
  if (!START_PATHS.includes(pathname) || search || history.state !== null) return undefined
  const { data: account, dataUpdatedAt } = readPersistedAccount()
  const times = { since: serverTimeOf(dataUpdatedAt), now: now() }
  if (!hasListingAccess(account, times.now) || hasRunOut(account, times)) return undefined

  const [log, screen] = await getMany([SESSION_LOG, pathname], sessionLogStore)
  const mark = markOf(localStorage.token)
  // After a crash, local storage can bring back the token of an ended session. The session log in
  // IndexedDB still says that this session is over.
  const isCurrentSession = log.of === mark && !log.over.includes(mark)
  const isTheirs = screen.mark === mark && screen.userId === account.user.id
  return isCurrentSession && isTheirs ? screen : undefined
}
