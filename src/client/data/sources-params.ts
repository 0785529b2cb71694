import { id, laterPage, paramsReader } from './parse-search.ts'

export const parseSourcesParams = paramsReader({
  /** The source whose runs are shown. */
  source: id,
  page: laterPage,
  /** The page of the pairs that may be the same house, and of those that an administrator has decided. */
  waiting: laterPage,
  decided: laterPage,
})
export type SourcesParams = ReturnType<typeof parseSourcesParams>
