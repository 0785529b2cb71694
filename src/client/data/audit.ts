import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#client/api/api.ts'
import { type AuditEntry, type AuditFacts, listAudit } from '#contract/audit.ts'
import type { AuditParams } from './audit-params.ts'

export const auditQuery = (params: AuditParams) =>
  queryOptions({
    queryKey: ['audit', params],
    queryFn: ({ signal }) => call(listAudit, params, signal),
    placeholderData: keepPreviousData,
  })

export interface Difference {
  field: string
  /** The value before the change. Undefined when the field did not exist. */
  before: unknown
  after: unknown
}

/** The fields whose values differ before and after the change. */
export function differencesIn({ before, after }: Pick<AuditEntry, 'before' | 'after'>) {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...fields]
    .map(
      (field): Difference => ({
        field,
        before: factOf(before, field),
        after: factOf(after, field),
      }),
    )
    .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after))
}

function factOf(facts: AuditFacts, field: string) {
  return facts && Object.hasOwn(facts, field) ? facts[field] : undefined
}
