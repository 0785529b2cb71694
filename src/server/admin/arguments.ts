import { parseArgs } from 'node:util'
import type * as z from 'zod/mini'
import { Email, Name } from '#contract/fields.ts'
import { UsageError } from '#server/errors/operator-error.ts'

export const USAGE = `Usage: npm run admin -- create EMAIL [--name NAME]
       npm run admin -- promote EMAIL
       npm run admin -- remove-second-factor EMAIL

create   creates an administrator account. Asks for its password at the terminal. Without
         a terminal, the password is the first line of standard input.
promote  makes an existing account an administrator's.
remove-second-factor
         removes the passkeys, authenticator app and recovery codes of a person who has lost
         them, and logs the person out everywhere. First make sure who asks for this.

They work on the database of DATABASE_URL or DATA_DIR, whether or not the server runs.
The dashboard's audit log records them, and its security log all but create.

Options
  --name NAME  the person's name; by default the beginning of the address
  --help       show this
`

export type Command =
  | { action: 'create'; email: string; name: string }
  | { action: 'promote'; email: string }
  | { action: 'remove-second-factor'; email: string }

/**
 * Parses the command line. Returns null for `--help`.
 * @throws {UsageError} if the arguments are not those of a command.
 */
export function readArguments(args: string[]): Command | null {
  const { values, positionals } = parse(args)
  if (values.help) return null
  const [action, address, ...others] = positionals
  if (action === undefined) throw new UsageError('Name a command, such as: create ana@example.com')
  if (action !== 'create' && action !== 'promote' && action !== 'remove-second-factor') {
    throw new UsageError(`There is no command ${action}`)
  }
  if (address === undefined)
    throw new UsageError(`Name an email address, such as: ${action} ana@example.com`)
  if (others.length > 0) throw new UsageError(`${others[0]} is not expected here`)
  const email = check(Email, address)
  if (action === 'create')
    return { action, email, name: check(Name, values.name ?? localPart(email)) }
  if (values.name !== undefined) throw new UsageError('--name works only with create')
  return { action, email }
}

function parse(args: string[]) {
  const options = { name: { type: 'string' }, help: { type: 'boolean' } } as const
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function check(field: z.ZodMiniType<string>, text: string) {
  const read = field.safeParse(text)
  if (read.success) return read.data
  throw new UsageError(`${text}: ${read.error.issues[0]?.message}`)
}

function localPart(email: string) {
  return email.slice(0, email.lastIndexOf('@'))
}
