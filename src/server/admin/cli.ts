import { isConnectionError } from '#server/errors/connection-errors.ts'
import { withoutValues } from '#server/errors/error-format.ts'
import { OperatorError, UsageError } from '#server/errors/operator-error.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { readEnvironment } from '../env.ts'
import { createAdmin, promote, refuseTaken, removeSecondFactor } from './administrators.ts'
import { type Command, readArguments, USAGE } from './arguments.ts'
import { readPassword } from './read-password.ts'

try {
  // New files must not be readable by other users of this machine.
  process.umask(0o077)
  const command = readArguments(process.argv.slice(2))
  console.log(command ? await withDatabase((db) => run(command, db)) : USAGE)
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}

function explain(error: unknown) {
  if (error instanceof UsageError)
    return `${error.message}\nnpm run admin -- --help lists the options.`
  if (error instanceof OperatorError) return error.message
  if (isConnectionError(error))
    return 'The database was stopped in the meantime, or cannot be reached.'
  return withoutValues(error)
}

async function withDatabase<T>(use: (db: Database) => Promise<T>) {
  const { databaseUrl, dataDirectory } = readEnvironment()
  const database = await openDatabase({ url: databaseUrl, directory: dataDirectory, share: true })
  try {
    return await use(database.db)
  } finally {
    await database.close()
  }
}

/** Runs a command. Returns a sentence about the result, for the terminal. */
async function run(command: Command, db: Database) {
  const { email } = command
  if (command.action === 'promote') {
    return (await promote(db, email, new Date()))
      ? `${email} is an administrator now.`
      : `${email} is an administrator already.`
  }
  if (command.action === 'remove-second-factor') {
    return (await removeSecondFactor(db, email, new Date()))
      ? `${email} signs in with the password alone now, and has been logged out everywhere.`
      : `${email} has no second factor.`
  }
  // Before asking for a password, refuse an email that already has an account.
  await refuseTaken(db, email)
  const password = await readPassword({ input: process.stdin, output: process.stderr })
  await createAdmin(db, { ...command, password }, new Date())
  return `${email} is an administrator now, and signs in with this password.`
}
