import type { QueryClient } from '@tanstack/react-query'
import { kitRecords } from './kit-records.ts'
import { syncKit } from './kit-sync.ts'

/**
 * Reads a record from the device before the component that shows it is rendered. `useKitRecord`
 * then returns the fields at the first render.
 */
export function preloadKitRecord(queryClient: QueryClient, record: string) {
  syncKit(queryClient)
  void kitRecords.load([record])
}
