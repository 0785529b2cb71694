import * as z from 'zod/mini'

/**
 * What a backup is made of: a heading, then for each table its name and a line for each of its
 * rows, as PostgreSQL itself writes them in JSON. Lists are ours, objects are rows.
 */
export const Heading = z.tuple([
  // Another number for lines of another kind.
  z.literal('engawa backup 1'),
  z.object({
    madeAt: z.iso.datetime(),
    /** The last migration of the schema that the rows fit. */
    migration: z.int(),
    /** Numbers may have more digits than JavaScript's. */
    sequences: z.array(z.object({ name: z.string(), last: z.string() })),
  }),
])

export const TableLine = z.tuple([z.literal('table'), z.string()])

export type Sequence = z.infer<typeof Heading>[1]['sequences'][number]

export function isRow(line: string) {
  return line.startsWith('{')
}
