import { useNoteRecords } from '#client/components/use-notes.ts'
import { criterionRecord, idOfRecord } from '#contract/note-choices.ts'

const START = criterionRecord('')
const NONE: ReadonlyMap<string, string> = new Map()

/** The names of the person's own criteria, by their ids. Removed criteria are left out. */
export function useOwnCriteria() {
  return useLoadedCriteria() ?? NONE
}

/** Like `useOwnCriteria`, but undefined until this device's data has been read. */
export function useLoadedCriteria(): ReadonlyMap<string, string> | undefined {
  const records = useNoteRecords(START)
  if (!records) return undefined
  return new Map(
    [...records].flatMap(([record, { name }]): [string, string][] =>
      typeof name?.value === 'string' ? [[idOfRecord(record), name.value]] : [],
    ),
  )
}
