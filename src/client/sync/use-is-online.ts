import { useSyncExternalStore } from 'react'
import { connection } from './connection.ts'

export function useIsOnline() {
  return useSyncExternalStore(connection.watch, connection.isOnline)
}
