import * as z from 'zod/mini'
import { laterPage, lenient } from '#client/lenient-params.ts'
import { Id } from '#contract/values.ts'

/** In place of the id of an import: none is shown, so that another file can be chosen. */
export const ANOTHER = 'another'

const Params = z.object({
  /** Which import is shown. */
  import: lenient(Id),
  /** The page of what it could not use. */
  problems: laterPage,
  /** Whether only rejected records are among that. */
  only: lenient(z.enum(['rejected'])),
  /** The page of the earlier imports. */
  page: laterPage,
})
/** What is shown of imports, as it stands in the URL. */
export type ImportsParams = z.output<typeof Params>

export const parseImportsParams = (raw: Record<string, unknown>): ImportsParams => Params.parse(raw)
