import { format } from 'node:util'
import { type DestinationStream, destination, pino, stdTimeFunctions } from 'pino'
import { printBug, withoutValues } from '#server/errors/error-format.ts'
import type { AnsweredRequest } from './request-log.ts'

export interface Log {
  info: (message: string) => void
  warn: (message: string) => void
  error: (error: unknown, requestId: string) => void
  /** Logs why the process ends. */
  fatal: (message: string) => void
  request: (request: AnsweredRequest) => void
}

/** A log in plain text for a terminal. Requests are not logged. */
export function openTextLog(): Log {
  return {
    info: (message) => console.log(message),
    warn: (message) => console.warn(message),
    error: printBug,
    fatal: (message) => console.error(message),
    request() {},
  }
}

/**
 * A log with one JSON object per line, for log collectors. Each line is written synchronously.
 * Otherwise a crash could lose lines.
 */
export function openJsonLog(output: DestinationStream = destination({ sync: true })): Log {
  const logger = pino(
    {
      // Omit process id and host name, because log collectors add them.
      base: null,
      messageKey: 'message',
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level: level === 'warn' ? 'warning' : level }) },
    },
    output,
  )
  return {
    info: (message) => logger.info(message),
    warn: (message) => logger.warn(message),
    error: (error, request_id) => logger.error({ request_id }, format(withoutValues(error))),
    fatal: (message) => logger.error(message),
    request({ id, method, route, status, seconds }) {
      const milliseconds = Math.round(seconds * 1e4) / 10
      logger.info({ request_id: id, method, route, status, milliseconds })
    },
  }
}
