import * as z from 'zod/mini'
import { hasUnprintable } from './query-values.ts'

const MAX_LENGTH = 255

/** The name of an uploaded file. `missing` is the error message if the name is missing. */
export const fileName = (missing: string) =>
  z.string(missing).check(
    z.minLength(1, missing),
    z.maxLength(MAX_LENGTH, 'The name of the file is too long. Rename the file.'),
    z.refine(
      (text) => !hasUnprintable(text),
      'The name of the file has characters that cannot be shown. Rename the file.',
    ),
  )
