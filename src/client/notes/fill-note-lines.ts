import type { QueryClient } from '@tanstack/react-query'
import { houseRecord, idOfRecord } from '#contract/note-choices.ts'
import { type NoteLine, noteLines } from './note-lines.ts'
import { noteRecords } from './note-records.ts'
import { areUnsentEditsRead, syncNotes, watchUnsentEditsRead } from './notes-sync.ts'
import { showRecords } from './shown-fields.ts'
import { toNoteLine } from './to-note-line.ts'
import { unsentNotes } from './unsent-notes.ts'

const START = houseRecord('')

/**
 * Keeps `noteLines`, the summaries of the notes on each house, up to date. Returns a function that
 * stops the updates.
 */
export function fillNoteLines(queryClient: QueryClient) {
  syncNotes(queryClient)

  function fill() {
    if (!areUnsentEditsRead()) return
    // If another person has just signed in, the records of this person's notes are not loaded yet.
    // Load them now.
    if (!noteRecords.areLoaded(START)) void noteRecords.loadAll(START)
    const records = showRecords(noteRecords.all(), unsentNotes.all(), START)
    noteLines.set(
      new Map(
        [...records].flatMap(([record, fields]): [string, NoteLine][] => {
          const line = toNoteLine(fields)
          return line.text ? [[idOfRecord(record), line]] : []
        }),
      ),
    )
  }

  fill()
  const stops = [noteRecords.watch, unsentNotes.watch, watchUnsentEditsRead].map((watch) =>
    watch(fill),
  )
  return () => {
    for (const stop of stops) stop()
  }
}
