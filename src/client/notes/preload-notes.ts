import type { QueryClient } from '@tanstack/react-query'
import { houseRecord } from '#contract/note-choices.ts'
import { noteRecords } from './note-records.ts'
import { syncNotes } from './notes-sync.ts'

/**
 * Reads the notes of a house from the device before the component that shows them is rendered.
 * `useNoteRecord` then returns the fields at the first render.
 */
export function preloadNotes(queryClient: QueryClient, houseId: string) {
  syncNotes(queryClient)
  void noteRecords.load([houseRecord(houseId)])
}
