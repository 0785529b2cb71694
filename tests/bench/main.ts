import { OperatorError } from '#server/errors/operator-error.ts'
import { type Command, readArguments, usage } from './arguments.ts'
import type { Line } from './measurement.ts'
import { beginRun, describe, writeRun } from './record.ts'
import { table } from './table.ts'

/**
 * A section is imported only when it runs, because the tools that it needs may not be installed.
 */
const SECTIONS: Record<string, (command: Command) => Promise<Line[]>> = {
  sizes: async () => (await import('./sizes.ts')).measureSizes(),
  lighthouse: async () => (await import('./lighthouse.ts')).measurePages(),
  peers: async ({ peers, data }) => (await import('./peers/peers.ts')).measurePeers(peers, data),
  search: async () => (await import('./search.ts')).measureSearch(),
  throughput: async () => (await import('./throughput.ts')).measureThroughput(),
  users: async () => (await import('./users.ts')).measureUsers(),
  import: async () => (await import('./import.ts')).measureImport(),
  start: async () => (await import('./start.ts')).measureStart(),
  load: async ({ minutes }) => (await import('./sustained-load.ts')).measureSustainedLoad(minutes),
  memory: async () => (await import('./memory.ts')).measureMemory(),
  offline: async () => (await import('./offline.ts')).measureOffline(),
  kit: async () => (await import('./kit.ts')).measureKit(),
  interactions: async () => (await import('./interactions.ts')).measureInteractions(),
  map: async () => (await import('./map.ts')).measureMap(),
}

try {
  const command = readArguments(process.argv.slice(2), Object.keys(SECTIONS))
  if (command) await run(command)
  else console.log(usage(Object.keys(SECTIONS)))
} catch (error) {
  if (!(error instanceof OperatorError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function run(command: Command) {
  const { earlier, json } = command
  const endRun = beginRun()
  const lines = await measure(command)
  const later = endRun(lines)
  if (json !== undefined) writeRun(json, later)
  console.log(table(lines, earlier?.lines))
  console.log(`\n${describe(later)}`)
  if (earlier) console.log(`Earlier: ${describe(earlier)}`)
}

/** A failed section does not stop the others, so a long run keeps its results. */
async function measure(command: Command) {
  const lines: Line[] = []
  for (const name of command.sections) {
    console.error(`Measuring ${name}…`)
    try {
      lines.push(...((await SECTIONS[name]?.(command)) ?? []))
    } catch (error) {
      console.error(error instanceof OperatorError ? error.message : error)
      process.exitCode = 1
      lines.push({ what: `Section ${name}`, skipped: 'failed' })
    }
  }
  return lines
}
