import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { toCell } from '#server/files/csv-cells.ts'
import type { Problem } from './report.ts'

/** The number of lines in one chunk of the CSV response. */
const LINES = 500

/** One page of an import's problems, and their total number. */
export async function readProblems(
  path: string,
  {
    page,
    limit,
    outcome,
  }: { page: number; limit: number; outcome?: Problem['outcome'] | undefined },
) {
  const results: Problem[] = []
  const first = (page - 1) * limit
  let count = 0
  for await (const problem of problemsIn(path)) {
    if (outcome && problem.outcome !== outcome) continue
    if (count >= first && results.length < limit) results.push(problem)
    count += 1
  }
  return { results, total_count: count }
}

export async function* problemsAsCsv(path: string) {
  // The byte order mark tells spreadsheets that the file is UTF-8.
  let rows = ['\ufeffLine,Outcome,Field,Value,Reason\r\n']
  for await (const { line, outcome, field = '', value, reason } of problemsIn(path)) {
    rows.push(`${[String(line), outcome, field, value, reason].map(toCell).join(',')}\r\n`)
    if (rows.length < LINES) continue
    yield Buffer.from(rows.join(''))
    rows = []
  }
  yield Buffer.from(rows.join(''))
}

async function* problemsIn(path: string) {
  const isThere = await access(path).then(
    () => true,
    () => false,
  )
  if (!isThere) return
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const problem = readLine(line)
    if (problem) yield problem
  }
}

/**
 * Parses a line of the problem file. Returns null for an incomplete line. A running import may be
 * writing this line, or a crashed import may have left it.
 */
function readLine(line: string): Problem | null {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
