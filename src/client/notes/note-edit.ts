import * as z from 'zod/mini'
import { now } from '#client/browser/clock.ts'
import { MAX_NOTE_SEEN } from '#contract/note-limits.ts'
import { NoteField } from '#contract/notes.ts'

/** The format in which browser storage and messages between tabs hold an edit. */
export const NoteEditSchema = z.object({
  id: z.string(),
  record: z.string(),
  field: z.string(),
  value: z.pipe(
    z.unknown(),
    z.transform((value) => value ?? null),
  ),
  at: z.catch(z.number().check(z.minimum(0)), () => now().getTime()),
  chain: z.string(),
  seen: z.catch(z.array(z.string()).check(z.maxLength(MAX_NOTE_SEEN)), []),
  result: z.catch(z.nullable(NoteField), null),
})
