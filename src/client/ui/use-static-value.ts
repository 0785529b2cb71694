import { useSyncExternalStore } from 'react'

/** A value that never changes while the page is open, with its value for server rendering. */
export function useUnchanging<T>(read: () => T, onServer: T) {
  return useSyncExternalStore(never, read, () => onServer)
}

function never() {
  return () => {}
}
