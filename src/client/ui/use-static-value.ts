import { useSyncExternalStore } from 'react'

/**
 * Returns a value that does not change while the page is open. `onServer` is the value during
 * server rendering.
 */
export function useStaticValue<T>(read: () => T, onServer: T) {
  return useSyncExternalStore(never, read, () => onServer)
}

function never() {
  return () => {}
}
