import * as z from 'zod/mini'
import { laterPage, lenient, lenientText } from '#client/lenient-params.ts'
import { queryDay, queryText } from '#contract/values.ts'

const Params = z.object({
  search: lenientText(queryText('Search')),
  action: lenientText(queryText('Action')),
  from: lenient(queryDay('From')),
  to: lenient(queryDay('To')),
  page: laterPage,
})
/** What is looked for, as it stands in the URL. */
export type AuditParams = z.output<typeof Params>

export const parseAuditParams = (raw: Record<string, unknown>): AuditParams => Params.parse(raw)
