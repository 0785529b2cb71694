import * as z from 'zod/mini'

/**
 * The format of a backup: a heading, then for each table a line with its name and one line per row.
 * A row is an object, written as JSON by PostgreSQL. All other lines are arrays.
 */
export const Heading = z.tuple([
  // Increase this number when the format of backups changes. The restore then refuses older
  // backups.
  z.literal('engawa backup 1'),
  z.object({
    madeAt: z.iso.datetime(),
    /**
     * The last migration that was applied when the backup was made. The rows have the columns of
     * the schema after this migration.
     */
    migration: z.int(),
    /**
     * The last number of a sequence, as a string because it may exceed JavaScript's safe integers.
     */
    sequences: z.array(z.object({ name: z.string(), last: z.string() })),
  }),
])

export const TableLine = z.tuple([z.literal('table'), z.string()])

export type Sequence = z.infer<typeof Heading>[1]['sequences'][number]

export function isRow(line: string) {
  return line.startsWith('{')
}
