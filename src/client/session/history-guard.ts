import type { RegisteredRouter } from '@tanstack/react-router'
import { withTabStorage } from '#client/browser/storage.ts'
import { session } from './session.ts'

const KEY = 'entries'
/** More steps than anybody goes back. */
const MOST = 200

type Entry = [key: string, mark: string]

/**
 * Remembers for this tab in which session each entry of its history was made, by their keys and
 * marks. What somebody else has looked at leads to the start, also by the back button.
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
  // Not before the first page is there: as soon as anybody listens, the router leaves it to its
  // own listener to load where a guard redirects to, and before that page it has none.
  let stop = router.subscribe('onResolved', () => {
    stop()
    stop = follow()
  })
  return { leaveOthers, stop: () => stop() }
}

/** A tab without a storage forgets with a reload whose its entries are. */
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
