import type { RegisteredRouter } from '@tanstack/react-router'
import { withTabStorage } from '#client/browser/storage.ts'
import { session } from './session.ts'

const KEY = 'entries'
/** The most history entries that are remembered. Nobody goes back further. */
const MOST = 200

type Entry = [key: string, mark: string]

/**
 * Remembers in which session each history entry of this tab was made. Going back to an entry of
 * another session leads to the start page.
 */
export function keepEntriesApart(router: RegisteredRouter) {
  const { history } = router
  const marks = new Map(readEntries())
  const currentKey = () => history.location.state.__TSR_key ?? ''

  function note() {
    const mark = session.mark()
    if (mark === null) return
    marks.set(currentKey(), mark)
    if (marks.size > MOST) marks.delete([...marks.keys()][0] ?? '')
    writeEntries([...marks])
  }

  function leaveOthers() {
    const mark = marks.get(currentKey())
    if (mark !== undefined && mark !== session.mark()) history.replace('/')
  }

  function follow() {
    note()
    return history.subscribe(({ action: { type } }) => {
      if (type === 'PUSH' || type === 'REPLACE') note()
      else leaveOthers()
    })
  }

  leaveOthers()
  // Subscribes only after the first page. Once the history has a subscriber, the router relies on
  // its own subscriber to load the target of a redirect, and it has none before that page.
  let stop = router.subscribe('onResolved', () => {
    stop()
    stop = follow()
  })
  return { leaveOthers, stop: () => stop() }
}

/** Without session storage, a reload forgets which entries belong to which session. */
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
