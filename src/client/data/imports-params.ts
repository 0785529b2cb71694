import { id, laterPage, oneOf, paramsReader } from './parse-search.ts'

/** In place of the id of an import: none is shown, so that another file can be chosen. */
export const ANOTHER = 'another'

export const parseImportsParams = paramsReader({
  /** Which import is shown. */
  import: id,
  /** The page of what it could not use. */
  problems: laterPage,
  /** Whether only rejected records are among that. */
  only: oneOf(['rejected']),
  /** The page of the earlier imports. */
  page: laterPage,
})
/** What is shown of imports, as it stands in the URL. */
export type ImportsParams = ReturnType<typeof parseImportsParams>
