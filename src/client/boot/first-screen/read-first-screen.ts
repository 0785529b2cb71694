import { getMany } from 'idb-keyval'
import { now, serverTimeOf } from '#client/browser/clock.ts'
import { markOf } from '#client/session/mark.ts'
import { TRACES, tracesStore } from '#client/session/session-log-store.ts'
import { hasListingAccess, hasRunOut } from '#contract/access.ts'
import { readKeptAccount } from '../early-account.ts'
import { type FirstScreen, OPENED_WITH } from './first-screen.ts'

/**
 * What was kept of the page that is being opened, where it may be shown to whoever is signed in.
 * Rejects where anything else is there than what this app writes.
 */
export async function readFirstScreen(): Promise<FirstScreen | undefined> {
  const { pathname, search } = location
  // A page that somebody comes back to stood elsewhere, and may have had a house open.
  if (!OPENED_WITH.includes(pathname) || search || history.state !== null) return undefined
  const { data: account, dataUpdatedAt } = readKeptAccount()
  const times = { since: serverTimeOf(dataUpdatedAt), now: now() }
  if (!hasListingAccess(account, times.now) || hasRunOut(account, times)) return undefined

  const [traces, screen] = await getMany([TRACES, pathname], tracesStore)
  const mark = markOf(localStorage.token)
  // Local storage may come back as it was before somebody left; what lies here does not.
  const isOfSession = traces.of === mark && !traces.over.includes(mark)
  const isTheirs = screen.mark === mark && screen.userId === account.user.id
  return isOfSession && isTheirs ? screen : undefined
}
