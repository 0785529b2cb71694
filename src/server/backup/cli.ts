import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isConnectionError, isDiskFull } from '#server/errors/connection-errors.ts'
import { withoutValues } from '#server/errors/error-format.ts'
import { OperatorError, UsageError } from '#server/errors/operator-error.ts'
import { openDatabase } from '../db/database.ts'
import { type Environment, readEnvironment } from '../env.ts'
import { openFiles } from '../images/files.ts'
import { type Command, readArguments, USAGE } from './arguments.ts'
import { backUp } from './back-up.ts'
import { readBackupFile, writeBackupFile } from './backup-file.ts'
import { restore } from './restore.ts'

/** How many pictures are copied concurrently. Each copy mostly waits for the disk. */
const MAX_CONCURRENT = 8

try {
  // New files must not be readable by other users of this machine.
  process.umask(0o077)
  const command = readArguments(process.argv.slice(2))
  if (command) await run(command, readEnvironment())
  else console.log(USAGE)
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}

function explain(error: unknown) {
  if (error instanceof UsageError)
    return `${error.message}\nnpm run backup -- --help lists the options.`
  if (error instanceof OperatorError) return error.message
  if (isConnectionError(error))
    return 'The database was stopped in the meantime, or cannot be reached.'
  if (isDiskFull(error)) return 'The disk is full.'
  return withoutValues(error)
}

async function run(command: Command, environment: Environment) {
  if (command.action === 'backup') await runBackup(command, environment)
  else await runRestore(command, environment)
}

async function runBackup({ file, withPictures }: Command, environment: Environment) {
  const { dataDirectory: directory, databaseUrl: url } = environment
  const database = await openDatabase({ url, directory, share: true, asIs: true })
  try {
    const { lines, bytes } = await backUp(database.db, new Date(), (all) =>
      writeBackupFile(file, all),
    )
    console.log(`${file} holds ${lines} lines in ${megabytes(bytes)} MB.`)
  } finally {
    await database.close()
  }
  // Copy the pictures after the rows, so that the backup has every picture that its rows name. The
  // server stores a picture before it writes the row, and never deletes the picture.
  if (withPictures) await copyBoth(environment.dataDirectory, dirname(file))
}

async function runRestore({ file, replaces, withPictures }: Command, environment: Environment) {
  if (!existsSync(file)) throw new OperatorError(`There is no file ${file}`)
  const { dataDirectory: directory, databaseUrl: url } = environment
  const database = await openDatabase({ url, directory, asIs: true })
  try {
    const { madeAt, count } = await restore(database.db, readBackupFile(file), {
      replaces,
      needsToBeAlone: true,
    })
    console.log(
      `The database now holds the ${count} rows of the backup from ${madeAt.toISOString()}.`,
    )
    await database.vacuum()
  } finally {
    await database.close()
  }
  if (withPictures) await copyBoth(dirname(file), environment.dataDirectory)
}

/**
 * Copies two folders: the pictures of houses, and people's own photos. A backup copies both folders
 * into the directory of the backup file. All backups in this directory share these folders.
 */
async function copyBoth(from: string, to: string) {
  for (const [name, folder] of [
    ['Pictures', 'images'],
    ['Own photos', 'own-photos'],
  ] as const) {
    const { copied, there } = await copyImages(join(from, folder), join(to, folder))
    console.log(
      `${name}: ${copied} were copied to ${join(to, folder)}, ${there} were there already.`,
    )
  }
}

function megabytes(bytes: number) {
  return (bytes / 1_000_000).toFixed(1)
}

/**
 * Copies the pictures that the target folder lacks. The name of a picture is a digest, so pictures
 * with equal names are equal.
 */
async function copyImages(from: string, to: string) {
  const [source, target] = [openFiles(from), openFiles(to)]
  const counts = { copied: 0, there: 0 }
  const names = source.names()

  /**
   * Copies pictures until the iterator has no more names. Several calls run concurrently and share
   * the iterator, so no picture is copied twice.
   */
  async function copyRest() {
    for await (const name of names) {
      if (await target.exists(name)) {
        counts.there += 1
        continue
      }
      const content = await source.read(name)
      if (!content) continue
      await target.write(name, content)
      counts.copied += 1
    }
  }

  await Promise.all(Array.from({ length: MAX_CONCURRENT }, copyRest))
  return counts
}
