import { laterPage, paramsReader, searchText } from './parse-search.ts'

export const parseSecurityLogParams = paramsReader({
  search: searchText,
  kind: searchText,
  page: laterPage,
})
export type SecurityLogParams = ReturnType<typeof parseSecurityLogParams>
