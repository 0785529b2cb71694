import * as z from 'zod/mini'
import { readEnvironment } from '#server/env.ts'
import { OperatorError, UsageError } from '#server/errors/operator-error.ts'
import { readKeys } from '../state/keys.ts'
import { readAddress } from '../state/running.ts'
import { folderIn } from '../state/state.ts'
import { AdvanceReport } from './advance-report.ts'
import { readArguments, USAGE } from './arguments.ts'
import type { Span } from './span.ts'

try {
  const span = readArguments(process.argv.slice(2))
  console.log(span ? printed(await advance(span)) : USAGE)
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}

function explain(error: unknown) {
  if (error instanceof UsageError)
    return `${error.message}\nnpm run sandbox -- --help lists the options.`
  return error instanceof OperatorError ? error.message : error
}

async function advance(span: Span) {
  const directory = folderIn(readEnvironment().dataDirectory)
  const address = readAddress(directory)
  const keys = readKeys(directory)
  if (!address || !keys) throw notRunning(directory)
  const response = await fetch(`${address}/advance`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys.secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(span),
  }).catch(() => {
    throw notRunning(directory)
  })
  const body: unknown = await response.json().catch(() => null)
  if (response.ok) return AdvanceReport.parse(body)
  const refusal = z.object({ error: z.object({ message: z.string() }) }).safeParse(body)
  throw refusal.success ? new OperatorError(refusal.data.error.message) : notRunning(directory)
}

function notRunning(directory: string) {
  return new OperatorError(
    `No Engawa runs with a sandbox in ${directory}. Start it with npm start, without the keys of Stripe, or set DATA_DIR to its data folder.`,
  )
}

function printed({ from, to, happened }: AdvanceReport) {
  const width = Math.max(0, ...happened.map(({ who }) => who.length))
  const lines = happened.map(
    ({ at, who, what }) => `  ${minuteOf(at)}  ${who.padEnd(width)}  ${what}`,
  )
  const told = lines.length > 0 ? lines : ['  Nothing was due.']
  return [`From ${minuteOf(from)} to ${minuteOf(to)} UTC`, ...told].join('\n')
}

function minuteOf(iso: string) {
  return iso.slice(0, 16).replace('T', ' ')
}
