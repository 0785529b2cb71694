import * as z from 'zod/mini'
import { now } from '#client/browser/clock.ts'
import { KitField } from '#contract/kit.ts'
import { MAX_KIT_SEEN } from '#contract/kit-limits.ts'

/** An edit, as browser storage and other tabs hold it. */
export const KitEditSchema = z.object({
  id: z.string(),
  record: z.string(),
  field: z.string(),
  value: z.pipe(
    z.unknown(),
    z.transform((value) => value ?? null),
  ),
  at: z.catch(z.number().check(z.minimum(0)), () => now().getTime()),
  chain: z.string(),
  seen: z.catch(z.array(z.string()).check(z.maxLength(MAX_KIT_SEEN)), []),
  result: z.catch(z.nullable(KitField), null),
})
