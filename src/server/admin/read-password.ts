import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { NewPassword } from '#contract/fields.ts'
import { findPasswordFault } from '#server/auth/new-passwords.ts'
import { OperatorError } from '#server/errors/operator-error.ts'

interface Terminal {
  input: NodeJS.ReadableStream & { isTTY?: boolean }
  output: NodeJS.WritableStream
}

/**
 * Reads the new password of an administrator. At a terminal, asks for the password twice, without
 * echo. Otherwise reads one line of input.
 * @throws {OperatorError} if the two passwords differ.
 */
export async function readPassword({ input, output }: Terminal) {
  const isAsked = input.isTTY === true
  const reader = createInterface({
    input,
    ...(isAsked && { output: nowhere(), terminal: true, historySize: 0 }),
  })
  reader.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  const lines = reader[Symbol.asyncIterator]()

  async function ask(question: string) {
    if (isAsked) output.write(question)
    const line = await lines.next()
    if (isAsked) output.write('\n')
    return line.done ? '' : line.value
  }

  try {
    const password = check(await ask('Password: '))
    if (isAsked && (await ask('Repeat the password: ')) !== password) {
      throw new OperatorError('The two passwords differ. Nothing was changed.')
    }
    return password
  } finally {
    reader.close()
  }
}

function check(password: string) {
  const read = NewPassword.safeParse(password)
  const fault = read.error?.issues[0]?.message ?? findPasswordFault(password, 'admin')
  if (fault) throw new OperatorError(fault)
  return password
}

/** Discards readline's output, which would show the typed password. */
function nowhere() {
  return new Writable({ write: (_chunk, _encoding, done) => done() })
}
