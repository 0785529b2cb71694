import { parseArgs } from 'node:util'
import { UsageError } from '#server/errors/operator-error.ts'

export const USAGE = `Usage: npm run backup -- FILE [--without-pictures]
       npm run restore -- FILE [--replace] [--without-pictures]

backup   writes a snapshot of the database to FILE. Copies the pictures of houses into the
         folder "images" beside FILE, and people's own photos into the folder "own-photos".
         All backups there share one copy of each picture. The server may keep running.
restore  restores FILE into the database of DATABASE_URL or DATA_DIR, embedded or not, and
         copies both folders back into DATA_DIR. First stop every Engawa process that uses
         them. If the restore of the database fails, nothing is changed.

Options
  --replace           replace a database that already has accounts or listings
  --without-pictures  skip both folders of pictures
  --help              show this
`

export interface Command {
  action: 'backup' | 'restore'
  file: string
  replaces: boolean
  withPictures: boolean
}

/**
 * Parses the command line; null for `--help`.
 * @throws {UsageError} if the arguments are not those of a command.
 */
export function readArguments([action, ...args]: string[]): Command | null {
  const { values, positionals } = parse(args)
  if (values.help) return null
  const [file, ...others] = positionals
  if (action !== 'backup' && action !== 'restore') {
    throw new UsageError(`There is no command ${action}`)
  }
  if (file === undefined) throw new UsageError('Name the file of the backup')
  if (others.length > 0) throw new UsageError(`${others[0]} is not expected here`)
  if (action === 'backup' && values.replace)
    throw new UsageError('--replace works only with restore')
  return {
    action,
    file,
    replaces: values.replace,
    withPictures: !values['without-pictures'],
  }
}

function parse(args: string[]) {
  const flag = { type: 'boolean', default: false } as const
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { replace: flag, 'without-pictures': flag, help: flag },
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
