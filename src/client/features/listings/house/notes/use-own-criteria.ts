import { useKitRecords } from '#client/components/use-kit.ts'
import { criterionRecord, idOfRecord } from '#contract/kit-choices.ts'

const START = criterionRecord('')

/** The names of the person's own criteria, by their ids. Removed criteria are left out. */
export function useOwnCriteria(): ReadonlyMap<string, string> {
  const records = useKitRecords(START)
  return new Map(
    [...(records ?? [])].flatMap(([record, { name }]): [string, string][] =>
      typeof name?.value === 'string' ? [[idOfRecord(record), name.value]] : [],
    ),
  )
}
