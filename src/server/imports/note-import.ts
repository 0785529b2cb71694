import { basename } from 'node:path'
import type { Database } from '../db/database.ts'
import type { Report } from '../db/import-columns.ts'
import { imports } from '../db/schema.ts'
import type { Command } from './command/arguments.ts'

/** Who has imported what was imported by the command. */
const COMMAND_LINE = 'command line'

interface Noted {
  /** What its files are called. */
  name: string
  command: Command
  /** Bytes of the file, if it is one. */
  size: number | null
  report: Report
  startedAt: Date
}

/** Writes down what the command has imported, beside what administrators upload. */
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
    // Of two in the same second, whose files have the same name.
    .onConflictDoNothing()
}
