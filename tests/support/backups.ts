import { join } from 'node:path'
import { backUp } from '#server/backup/back-up.ts'
import { readBackupFile, writeBackupFile } from '#server/backup/backup-file.ts'
import { restore } from '#server/backup/restore.ts'
import type { Database } from '#server/db/database.ts'
import { readTables } from './database.ts'
import { testDirectory } from './test-directory.ts'

const NOW = new Date('2026-01-15T00:00:00Z')

/** Backs up a database into a new file. Returns the path of the file. */
export async function backUpToFile(db: Database) {
  const file = join(testDirectory(), 'monday.engawa')
  await backUp(db, NOW, (lines) => writeBackupFile(file, lines))
  return file
}

export function restoreFromFile(db: Database, file: string, replaces = false) {
  return restore(db, readBackupFile(file), { replaces })
}

/** The tables that a backup leaves out. */
const LEFT_OUT = ['jobs', 'listing_records', 'catalogue_blocks', 'catalogue_editions']

/** Every table that a backup contains, with its rows as text. */
export async function backedUpTables(db: Database) {
  return new Map((await readTables(db)).filter(([name]) => !LEFT_OUT.includes(name)).sort())
}

export async function linesOf(db: Database) {
  return backUp(db, NOW, async (lines) => {
    const all: string[] = []
    for await (const line of lines) all.push(line)
    return all
  })
}

export async function* toLines(lines: string[]) {
  yield* lines
}
