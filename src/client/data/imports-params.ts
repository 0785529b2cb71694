import * as z from 'zod/mini'
import { lenient } from '#client/lenient-params.ts'
import { Id, queryNumber } from '#contract/values.ts'

/** In place of the id of an import: none is shown, so that another file can be chosen. */
export const ANOTHER = 'another'

const laterPage = (label: string) =>
  lenient(queryNumber(label, { min: 2, max: 10_000_000, integer: true }))

const Params = z.object({
  /** Which import is shown. */
  import: lenient(Id),
  /** The page of what it could not use. */
  problems: laterPage('Problems'),
  /** Whether only rejected records are among that. */
  only: lenient(z.enum(['rejected'])),
  /** The page of the earlier imports. */
  page: laterPage('Page'),
})
/** What is shown of imports, as it stands in the URL. */
export type ImportsParams = z.output<typeof Params>

export const parseImportsParams = (raw: Record<string, unknown>): ImportsParams => Params.parse(raw)
