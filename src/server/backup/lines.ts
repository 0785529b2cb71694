import * as z from 'zod/mini'

/**
 * The format of a backup: a heading, then for each table its name and one line per row, as
 * PostgreSQL writes it in JSON. Our own lines are JSON arrays, rows are objects.
 */
export const Heading = z.tuple([
  // Increase the number when the format changes.
  z.literal('engawa backup 1'),
  z.object({
    madeAt: z.iso.datetime(),
    /** The last migration of the schema that the rows fit. */
    migration: z.int(),
    /** A string: the number may exceed JavaScript's safe integers. */
    sequences: z.array(z.object({ name: z.string(), last: z.string() })),
  }),
])

export const TableLine = z.tuple([z.literal('table'), z.string()])

export type Sequence = z.infer<typeof Heading>[1]['sequences'][number]

export function isRow(line: string) {
  return line.startsWith('{')
}
