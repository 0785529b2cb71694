import * as z from 'zod/mini'
import { endpoint, LONG_TIMEOUT_MS } from './endpoint.ts'
import { Id } from './values.ts'

/** Whether the operator has configured a translation service. */
export const getTranslator = endpoint({
  method: 'GET',
  path: '/translator',
  access: 'guest',
  input: z.object({}),
  output: z.object({ available: z.boolean() }),
})

/**
 * Translates the remarks of a listing. The request contains no text, so that nobody can use the
 * endpoint to translate other texts.
 */
export const translateRemarks = endpoint({
  method: 'POST',
  path: '/listings/:id/translation',
  access: 'guest',
  timeoutMs: LONG_TIMEOUT_MS,
  input: z.strictObject({ id: Id }),
  output: z.object({
    english: z.string(),
    /** The host name of the translation service. */
    service: z.string(),
  }),
})
