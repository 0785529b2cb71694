import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { NewPassword } from '#contract/fields.ts'
import { OperatorError } from '#server/errors/operator-error.ts'

interface Terminal {
  input: NodeJS.ReadableStream & { isTTY?: boolean }
  output: NodeJS.WritableStream
}

/**
 * Reads a new password. At a terminal, asks for the password twice, without echo. Otherwise reads
 * one line of input.
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
  if (read.success) return read.data
  throw new OperatorError(`${read.error.issues[0]?.message}`)
}

/** Discards readline's output, which would show the typed password. */
function nowhere() {
  return new Writable({ write: (_chunk, _encoding, done) => done() })
}
