import fs from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { OperatorError } from '#server/errors/operator-error.ts'
import { syncToDisk } from '#server/files/durable-files.ts'
import { type Change, TABLE_NAMES } from './ledger.ts'

const FILE = 'changes.jsonl'
/**
 * The first line of the file in which the sandbox records changes. The number is the version of the
 * file's format. Increase it when the format of the rows changes.
 */
const HEADING = JSON.stringify({ sandbox: 1 })

/**
 * A line of the change log with the changes of one request. The schema checks only the ids of rows,
 * because the sandbox itself wrote the line.
 */
const Line = z.array(z.tuple([z.enum(TABLE_NAMES), z.looseObject({ id: z.string() })]))

export type ChangeLog = ReturnType<typeof startChangeLog>

/**
 * Reads the latest version of every row. An incomplete last line is ignored. A crash interrupted
 * the writing of this line, so its request got no response.
 */
export function readChangeLog(directory: string): Change[] {
  const file = join(directory, FILE)
  if (!fs.existsSync(file)) return []
  const [heading, ...lines] = fs.readFileSync(file, 'utf8').split('\n').slice(0, -1)
  if (heading !== HEADING) throw unreadable(file, 1)
  const rows = new Map<string, Change>()
  for (const [index, line] of lines.entries()) {
    for (const change of readLine(line) ?? fail(unreadable(file, index + 2))) {
      rows.set(`${change[0]} ${change[1].id}`, change)
    }
  }
  return [...rows.values()]
}

function readLine(line: string) {
  try {
    return Line.parse(JSON.parse(line))
  } catch {
    return null
  }
}

function fail(error: Error): never {
  throw error
}

function unreadable(file: string, line: number) {
  return new OperatorError(
    `The sandbox cannot read what it has kept: ${file} is damaged in line ${line}. ` +
      'Put a copy of it back, or move it away to begin anew without the payments in it.',
  )
}

/**
 * Starts a new change log with the current rows. Each change is synced to disk before its request gets
 * a response.
 */
export function startChangeLog(directory: string, rows: readonly Change[]) {
  const file = join(directory, FILE)
  const descriptor = replaceFile(file, `${HEADING}\n${toLine(rows)}`)
  let size = fs.fstatSync(descriptor).size

  return {
    append(changes: readonly Change[]) {
      const line = Buffer.from(toLine(changes))
      try {
        fs.writeFileSync(descriptor, line)
        fs.fsyncSync(descriptor)
      } catch (error) {
        // Remove the partly written line, because it would damage the next line.
        fs.ftruncateSync(descriptor, size)
        throw error
      }
      size += line.length
    },
    close: () => fs.closeSync(descriptor),
  }
}

function toLine(changes: readonly Change[]) {
  return `${JSON.stringify(changes)}\n`
}

/** Replaces a file atomically. Returns the new file's descriptor, open for appending. */
export function replaceFile(file: string, content: string) {
  const unfinished = `${file}.new`
  fs.rmSync(unfinished, { force: true })
  const descriptor = fs.openSync(unfinished, 'a', 0o600)
  fs.writeFileSync(descriptor, content)
  fs.fsyncSync(descriptor)
  fs.renameSync(unfinished, file)
  syncToDisk(join(file, '..'))
  return descriptor
}
