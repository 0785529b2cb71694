import { day, laterPage, paramsReader, words } from './parse-search.ts'

export const parseAuditParams = paramsReader({
  search: words,
  action: words,
  from: day,
  to: day,
  page: laterPage,
})
/** The search and filters, as the URL holds them. */
export type AuditParams = ReturnType<typeof parseAuditParams>
