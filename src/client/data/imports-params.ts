import { id, laterPage, oneOf, paramsReader } from './parse-search.ts'

/**
 * The value of the `import` parameter in the URL that opens the upload form. Any other value is the
 * id of an import.
 */
export const NEW_IMPORT = 'another'

export const parseImportsParams = paramsReader({
  import: id,
  problems: laterPage,
  /** Whether to list only rejected records. */
  only: oneOf(['rejected']),
  page: laterPage,
})
export type ImportsParams = ReturnType<typeof parseImportsParams>
