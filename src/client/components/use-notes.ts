import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { noteRecords } from '#client/notes/note-records.ts'
import { areUnsentEditsRead, syncNotes, watchUnsentEditsRead } from '#client/notes/notes-sync.ts'
import { type ShownFields, showEdits, showRecords } from '#client/notes/shown-fields.ts'
import { byRecord } from '#client/notes/stored-notes.ts'
import { unsavedDrafts } from '#client/notes/unsaved-drafts.ts'
import { noteStages, unsentNotes } from '#client/notes/unsent-notes.ts'

const NOTHING: ShownFields = {}

/**
 * The fields of one record of the person's own notes, such as the notes on a house. `isLoaded` is
 * false until this device's data has been read.
 */
export function useNoteRecord(record: string) {
  const isRead = useUnsentEditsRead()
  const fields = useSyncExternalStore(noteRecords.watch, () => noteRecords.fieldsOf(record))
  const edits = useSyncExternalStore(unsentNotes.watch, unsentNotes.all)
  useEffect(() => void noteRecords.load([record]), [record])
  if (!fields || !isRead) return { isLoaded: false, fields: NOTHING }
  return {
    isLoaded: true,
    fields: showEdits(
      fields,
      edits.filter((edit) => edit.record === record),
    ),
  }
}

/**
 * All note records whose names begin with `start`, such as `criterion:`. An empty `start` selects
 * all note records. Undefined until this device's data has been read.
 */
export function useNoteRecords(start: string): ReadonlyMap<string, ShownFields> | undefined {
  const isRead = useUnsentEditsRead()
  const records = useSyncExternalStore(noteRecords.watch, noteRecords.all)
  const isLoaded = useSyncExternalStore(noteRecords.watch, () => noteRecords.areLoaded(start))
  const edits = useSyncExternalStore(unsentNotes.watch, unsentNotes.all)
  useEffect(() => void noteRecords.loadAll(start), [start])
  return isLoaded && isRead ? showRecords(records, edits, start) : undefined
}

/**
 * The note records with these names. Undefined while `names` is undefined, and until all records
 * have been read for the first time. If the caller adds names later, the result lacks the new
 * records until they have been read, so that the page keeps showing the others.
 */
export function useNamedNoteRecords(
  names: readonly string[] | undefined,
): ReadonlyMap<string, ShownFields> | undefined {
  const isRead = useUnsentEditsRead()
  const edits = useSyncExternalStore(unsentNotes.watch, unsentNotes.all)
  useSyncExternalStore(noteRecords.watch, noteRecords.all)
  // Let the effect depend on a string, because the caller creates a new array at each render. A
  // space can separate the names, because no name contains a space.
  const list = names?.join(' ')
  useEffect(() => {
    if (list) void noteRecords.load(list.split(' '))
  }, [list])
  const areLoaded = names?.every((name) => noteRecords.fieldsOf(name)) ?? false
  const [wereLoaded, setWereLoaded] = useState(areLoaded)
  if (areLoaded && !wereLoaded) setWereLoaded(true)
  if (!names || !isRead || !(areLoaded || wereLoaded)) return undefined
  const editsOf = byRecord(edits)
  return new Map(
    names.flatMap((name): [string, ShownFields][] => {
      const fields = noteRecords.fieldsOf(name)
      return fields ? [[name, showEdits(fields, editsOf.get(name) ?? [])]] : []
    }),
  )
}

/**
 * The state of the person's edits to one note record. `sent`: the server has all edits. `saved`:
 * IndexedDB has committed all unsent edits. `saving`: it has not yet, or it
 * failed. `typing`: the person types text, which is saved at the next pause.
 */
export type SavedState = 'sent' | 'saved' | 'saving' | 'typing' | 'refused'

export function useSavedState(record: string): SavedState {
  const edits = useSyncExternalStore(unsentNotes.watch, unsentNotes.all)
  useSyncExternalStore(noteStages.watch, noteStages.version)
  const isTyping = useSyncExternalStore(unsavedDrafts.watch, () => unsavedDrafts.areIn(record))
  const own = edits.filter((edit) => edit.record === record)
  if (isTyping) return 'typing'
  if (own.length === 0) return 'sent'
  if (!own.every(({ id }) => noteStages.isStored(id))) return 'saving'
  return own.some(({ id }) => noteStages.isRefused(id)) ? 'refused' : 'saved'
}

function useUnsentEditsRead() {
  const queryClient = useQueryClient()
  useEffect(() => void syncNotes(queryClient), [queryClient])
  return useSyncExternalStore(watchUnsentEditsRead, areUnsentEditsRead)
}
