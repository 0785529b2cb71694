import { readBackupFile } from '#server/backup/backup-file.ts'
import { restore } from '#server/backup/restore.ts'
import { openDatabase } from '#server/db/database.ts'

/**
 * Restores a backup over the database in a folder or at an address. Kills its own process when it
 * reaches the given line of the backup file.
 */
const [place = '', file = '', killedAt = ''] = process.argv.slice(2)
const { db } = await openDatabase(
  place.startsWith('postgres') ? { url: place, asIs: true } : { directory: place, asIs: true },
)
await restore(db, untilKilled(), { replaces: true })

async function* untilKilled() {
  let count = 0
  for await (const line of readBackupFile(file)) {
    count += 1
    if (count === Number(killedAt)) process.kill(process.pid, 'SIGKILL')
    yield line
  }
}
