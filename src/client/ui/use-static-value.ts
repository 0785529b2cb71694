import { useSyncExternalStore } from 'react'

/** What stays as it is while the page is open, and what the server takes it for that draws the page. */
export function useUnchanging<T>(read: () => T, onServer: T) {
  return useSyncExternalStore(never, read, () => onServer)
}

function never() {
  return () => {}
}
