import { day, laterPage, paramsReader, searchText } from './parse-search.ts'

export const parseAuditParams = paramsReader({
  search: searchText,
  action: searchText,
  from: day,
  to: day,
  page: laterPage,
})
export type AuditParams = ReturnType<typeof parseAuditParams>
