import type { QueryClient } from '@tanstack/react-query'
import { houseRecord } from '#contract/kit-choices.ts'
import { kitRecords } from './kit-records.ts'
import { syncKit } from './kit-sync.ts'

/**
 * Reads the notes of a house from the device before the component that shows them is rendered.
 * `useKitRecord` then returns the fields at the first render.
 */
export function preloadNotes(queryClient: QueryClient, houseId: string) {
  syncKit(queryClient)
  void kitRecords.load([houseRecord(houseId)])
}
