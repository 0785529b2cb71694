import { format } from 'node:util'
import { printBug, withoutValues } from '#server/errors/error-format.ts'
import type { AnsweredRequest } from './request-log.ts'

/** What is printed of what happens, for people or for machines. */
export interface Log {
  info: (message: string) => void
  /** A bug, with the id of the request that met it or the name of the work. */
  bug: (error: unknown, requestId: string) => void
  request: (request: AnsweredRequest) => void
}

/** For somebody who looks at a terminal: requests without trouble are not worth a line. */
export function printText(): Log {
  return { info: (message) => console.log(message), bug: printBug, request() {} }
}

/** How long lines about requests wait for others; milliseconds. */
const GATHER = 100

/** For what gathers the lines of many processes: each is an object of JSON. */
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

  // What else is printed, by libraries too, would be a line that no machine reads.
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
