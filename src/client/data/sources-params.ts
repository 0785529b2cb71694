import { id, laterPage, paramsReader } from './parse-search.ts'

export const parseSourcesParams = paramsReader({
  /** The source whose runs are shown. */
  source: id,
  page: laterPage,
})
export type SourcesParams = ReturnType<typeof parseSourcesParams>
