import { day, laterPage, paramsReader, words } from './parse-search.ts'

export const parseAuditParams = paramsReader({
  search: words,
  action: words,
  from: day,
  to: day,
  page: laterPage,
})
/** What is looked for, as it stands in the URL. */
export type AuditParams = ReturnType<typeof parseAuditParams>
