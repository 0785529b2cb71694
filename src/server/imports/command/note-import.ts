import { basename } from 'node:path'
import type { Database } from '#server/db/database.ts'
import type { Report } from '#server/db/import-columns.ts'
import { imports } from '#server/db/schema.ts'
import type { Command } from './arguments.ts'

/** The name that stands for the administrator when an import runs from the command line. */
const COMMAND_LINE = 'command line'

interface Noted {
  /** The id of the import, which is also the name of its report files. */
  name: string
  command: Command
  /** The size of the file in bytes; null for standard input. */
  size: number | null
  report: Report
  startedAt: Date
}

/** Adds an import from the command line to the list of imports that administrators see. */
export async function noteImport(db: Database, { name, command, size, report, startedAt }: Noted) {
  const { file, photos: _, dryRun: __, ...options } = command
  await db
    .insert(imports)
    .values({
      id: name,
      actorId: COMMAND_LINE,
      actorEmail: COMMAND_LINE,
      fileName: file === '-' ? 'standard input' : basename(file),
      fileBytes: size ?? 0,
      bytesRead: size ?? 0,
      options,
      state: 'done',
      report,
      createdAt: startedAt,
      finishedAt: new Date(),
    })
    // The id is the start time in seconds. If two imports start in the same second, the list
    // contains only the one that ends first.
    .onConflictDoNothing()
}
