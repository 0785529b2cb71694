import { id, laterPage, paramsReader } from './parse-search.ts'

export const parseSourcesParams = paramsReader({
  /** The source whose runs are shown. */
  source: id,
  page: laterPage,
  /** The page of the houses that may stand twice, and of those about which somebody has decided. */
  waiting: laterPage,
  decided: laterPage,
})
export type SourcesParams = ReturnType<typeof parseSourcesParams>
