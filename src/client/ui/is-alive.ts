import { useSyncExternalStore } from 'react'

/** Whether the page reacts: one that the server has drawn does not until its script has taken it over. */
export function useIsAlive() {
  return useSyncExternalStore(
    unchanging,
    () => true,
    () => false,
  )
}

function unchanging() {
  return () => {}
}
