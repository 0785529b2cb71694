import type { RegisteredRouter } from '@tanstack/react-router'
import { withTabStorage } from '#client/browser/storage.ts'
import { session } from '#client/session/session.ts'

const KEY = 'entries'
const MAX_ENTRIES = 200

type Entry = [key: string, prefix: string]

/**
 * Records the session of each history entry of this tab. If the person goes back to an entry of
 * another session, the start page opens. Otherwise the page of another person could open.
 */
export function guardHistory(router: RegisteredRouter) {
  const { history } = router
  const prefixes = new Map(readEntries())
  const currentKey = () => history.location.state.__TSR_key ?? ''

  function recordEntry() {
    const prefix = session.tokenPrefix()
    if (prefix === null) return
    prefixes.set(currentKey(), prefix)
    if (prefixes.size > MAX_ENTRIES) prefixes.delete([...prefixes.keys()][0] ?? '')
    writeEntries([...prefixes])
  }

  function leaveForeignEntry() {
    const prefix = prefixes.get(currentKey())
    if (prefix !== undefined && prefix !== session.tokenPrefix()) history.replace('/')
  }

  function follow() {
    recordEntry()
    return history.subscribe(({ action: { type } }) => {
      if (type === 'PUSH' || type === 'REPLACE') recordEntry()
      else leaveForeignEntry()
    })
  }

  leaveForeignEntry()
  // Subscribe to the history only after the first page has loaded, because the first page may
  // redirect. While the history has a subscriber, the router expects the subscriber to load the
  // target of a redirect. The subscriber in `follow` loads nothing.
  let stop = router.subscribe('onResolved', () => {
    stop()
    stop = follow()
  })
  return { leaveForeignEntry, stop: () => stop() }
}

/** Reads the stored entries. If session storage is blocked, the entries are lost on reload. */
function readEntries(): Entry[] {
  const entries = withTabStorage((storage): unknown => JSON.parse(storage.getItem(KEY) ?? '[]'))
  return Array.isArray(entries) ? entries.filter(isEntry) : []
}

function isEntry(value: unknown): value is Entry {
  return (
    Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string')
  )
}

function writeEntries(entries: Entry[]) {
  withTabStorage((storage) => storage.setItem(KEY, JSON.stringify(entries)))
}
