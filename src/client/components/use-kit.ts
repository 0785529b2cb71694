import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { kitRecords } from '#client/kit/kit-records.ts'
import { byRecord, type KitFields } from '#client/kit/kit-rows.ts'
import { kitStages } from '#client/kit/kit-stages.ts'
import { areUnsentEditsRead, syncKit, watchUnsentEditsRead } from '#client/kit/kit-sync.ts'
import { type KitEdit, unsentKit } from '#client/kit/unsent-kit.ts'

/** A field as the person sees it: with the edits that the server does not have yet. */
export interface ShownField {
  value: unknown
  /** A value that another device wrote at the same time. */
  other: { id: string; value: unknown; at: string } | null
}

/** The fields of a record, by their names. */
export type ShownFields = Readonly<Record<string, ShownField>>

const NOTHING: ShownFields = {}

/** The fields of a record. `isLoaded` is false until this device's data was read. */
export function useKitRecord(record: string) {
  const isRead = useUnsentEditsRead()
  const fields = useSyncExternalStore(kitRecords.watch, () => kitRecords.fieldsOf(record))
  const edits = useSyncExternalStore(unsentKit.watch, unsentKit.all)
  useEffect(() => void kitRecords.load(record), [record])
  if (!fields || !isRead) return { isLoaded: false, fields: NOTHING }
  return {
    isLoaded: true,
    fields: showEdits(
      fields,
      edits.filter((edit) => edit.record === record),
    ),
  }
}

/** All records, by their names. Undefined until this device's data was read. */
export function useKit(): ReadonlyMap<string, ShownFields> | undefined {
  const isRead = useUnsentEditsRead()
  const records = useSyncExternalStore(kitRecords.watch, kitRecords.all)
  const edits = useSyncExternalStore(unsentKit.watch, unsentKit.all)
  useEffect(() => void kitRecords.loadAll(), [])
  if (!records || !isRead) return undefined
  const shown = new Map<string, ShownFields>(records)
  for (const [record, ofRecord] of byRecord(edits)) {
    shown.set(record, showEdits(records.get(record) ?? {}, ofRecord))
  }
  return shown
}

/** Where the edits of a record are. */
export type SavedState = 'sent' | 'saved' | 'saving' | 'refused'

export function useSavedState(record: string): SavedState {
  const edits = useSyncExternalStore(unsentKit.watch, unsentKit.all)
  useSyncExternalStore(kitStages.watch, kitStages.version)
  const own = edits.filter((edit) => edit.record === record)
  if (own.length === 0) return 'sent'
  if (own.some(({ id }) => kitStages.isRefused(id))) return 'refused'
  return own.every(({ id }) => kitStages.isSafe(id)) ? 'saved' : 'saving'
}

function useUnsentEditsRead() {
  const queryClient = useQueryClient()
  useEffect(() => syncKit(queryClient), [queryClient])
  return useSyncExternalStore(watchUnsentEditsRead, areUnsentEditsRead)
}

function showEdits(fields: KitFields, edits: readonly KitEdit[]): ShownFields {
  if (edits.length === 0) return fields
  const shown: Record<string, ShownField> = { ...fields }
  for (const { field, value, seen } of edits) {
    const other = fields[field]?.other ?? null
    shown[field] = { value, other: other && seen.includes(other.id) ? null : other }
  }
  return shown
}
