import type { QueryClient } from '@tanstack/react-query'
import { houseRecord, idOfRecord } from '#contract/kit-choices.ts'
import { kitRecords } from './kit-records.ts'
import { areUnsentEditsRead, syncKit, watchUnsentEditsRead } from './kit-sync.ts'
import { type NoteLine, noteLines } from './note-lines.ts'
import { showRecords } from './shown-fields.ts'
import { toNoteLine } from './to-note-line.ts'
import { unsentKit } from './unsent-kit.ts'

const START = houseRecord('')

/**
 * Keeps `noteLines`, the summaries of the notes on each house, up to date. Returns a function that
 * stops the updates.
 */
export function fillNoteLines(queryClient: QueryClient) {
  syncKit(queryClient)

  function fill() {
    if (!areUnsentEditsRead()) return
    // If another person has just signed in, the records of this person's notes are not loaded yet.
    // Load them now.
    if (!kitRecords.areLoaded(START)) void kitRecords.loadAll(START)
    const records = showRecords(kitRecords.all(), unsentKit.all(), START)
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
  const stops = [kitRecords.watch, unsentKit.watch, watchUnsentEditsRead].map((watch) =>
    watch(fill),
  )
  return () => {
    for (const stop of stops) stop()
  }
}
