import { format } from 'node:util'
import { printBug, withoutValues } from '#server/errors/error-format.ts'
import type { AnsweredRequest } from './request-log.ts'

/** The server's log, as text or as JSON. */
export interface Log {
  info: (message: string) => void
  /** Logs a bug, with the id of its request or the name of its job. */
  bug: (error: unknown, requestId: string) => void
  request: (request: AnsweredRequest) => void
}

/** Log for a terminal. It leaves out requests. */
export function printText(): Log {
  return { info: (message) => console.log(message), bug: printBug, request() {} }
}

/** How long request lines are buffered, in milliseconds. */
const GATHER = 100

/** Log for a log collector: one JSON object per line. */
export function printJson(write = (text: string) => void process.stdout.write(text)): Log {
  let gathered = ''
  let timer: NodeJS.Timeout | undefined

  function flush() {
    clearTimeout(timer)
    timer = undefined
    if (gathered) write(gathered)
    gathered = ''
  }

  function print(level: 'info' | 'warning' | 'error', fields: object) {
    gathered += `${JSON.stringify({ time: new Date().toISOString(), level, ...fields })}\n`
  }

  function printNow(...line: Parameters<typeof print>) {
    print(...line)
    flush()
  }

  // Libraries print to the console too. Their plain text would not parse as JSON.
  console.log = (...words) => printNow('info', { message: format(...words) })
  console.warn = (...words) => printNow('warning', { message: format(...words) })
  console.error = (...words) => printNow('error', { message: format(...words) })
  process.on('exit', flush)

  return {
    info: (message) => printNow('info', { message }),
    bug: (error, request_id) =>
      printNow('error', { request_id, message: format(withoutValues(error)) }),
    request({ id, method, route, status, seconds }) {
      const milliseconds = Math.round(seconds * 1e4) / 10
      print('info', { request_id: id, method, route, status, milliseconds })
      timer ??= setTimeout(flush, GATHER).unref()
    },
  }
}
