import { OperatorError } from '#server/errors/operator-error.ts'
import { type Command, readArguments, usage } from './arguments.ts'
import type { Line, Report } from './measurement.ts'
import { logProgress } from './progress.ts'
import { beginRun, describe, writeRun } from './record.ts'
import { summary, table } from './table.ts'

/**
 * Reports each line as soon as it is measured. A section is imported only when it runs, because the
 * tools that it needs may not be installed.
 */
type Section = (report: Report, command: Command) => Promise<void>

const SECTIONS: Record<string, Section> = {
  sizes: async (report) => report(...(await import('./sizes.ts')).measureSizes()),
  lighthouse: async (report) => (await import('./lighthouse.ts')).measurePages(report),
  peers: async (report, { peers, data }) =>
    report(...(await (await import('./peers/peers.ts')).measurePeers(peers, data))),
  search: async (report) => (await import('./search.ts')).measureSearch(report),
  throughput: async (report) => (await import('./throughput.ts')).measureThroughput(report),
  pocket: async (report) => (await import('./pocket.ts')).measurePocket(report),
  users: async (report) => (await import('./users.ts')).measureUsers(report),
  alerts: async (report) => (await import('./alerts.ts')).measureAlerts(report),
  import: async (report) => report(...(await (await import('./import.ts')).measureImport())),
  start: async (report) => report(...(await (await import('./start.ts')).measureStart())),
  load: async (report, { minutes }) =>
    report(...(await (await import('./sustained-load.ts')).measureSustainedLoad(minutes))),
  memory: async (report) => report(...(await (await import('./memory.ts')).measureMemory())),
  offline: async (report) => (await import('./offline.ts')).measureOffline(report),
  notes: async (report) => report(...(await (await import('./notes.ts')).measureNotes())),
  interactions: async (report) =>
    (await import('./interactions.ts')).measureInteractions(report, 20),
  'interactions-100': async (report) =>
    (await import('./interactions.ts')).measureInteractions(report, 100),
  map: async (report) => (await import('./map.ts')).measureMap(report),
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
  function report(...measured: Line[]) {
    lines.push(...measured)
    for (const line of measured) logProgress(summary(line))
  }
  for (const name of command.sections) {
    console.error(`Measuring ${name}…`)
    try {
      await SECTIONS[name]?.(report, command)
    } catch (error) {
      console.error(error instanceof OperatorError ? error.message : error)
      process.exitCode = 1
      report({ what: `Section ${name}`, skipped: 'failed' })
    }
  }
  return lines
}
