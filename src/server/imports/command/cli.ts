import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { LISTING_FIELDS, type Mapping } from '#contract/mapping.ts'
import { type Database, type OpenDatabase, openDatabase } from '#server/db/database.ts'
import type { Report } from '#server/db/import-columns.ts'
import { type Environment, readEnvironment } from '#server/env.ts'
import { withoutValues } from '#server/errors/error-format.ts'
import { OperatorError, UsageError } from '#server/errors/operator-error.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { openImages } from '#server/images/images.ts'
import { preparePlaces } from '#server/places/stored-places.ts'
import { runContacts } from '#server/reference-data/contacts-command.ts'
import { runPlaces } from '#server/reference-data/places-command.ts'
import { countSamples } from '#server/samples/remove-samples.ts'
import { explainStop } from '../explain-stop.ts'
import { importFile } from '../import-file.ts'
import { parseMapping } from '../reading/mapping/mapping.ts'
import { importedCount, type Problem, printReport } from '../report.ts'
import { nameByTime, openReportFiles } from '../report-files.ts'
import { withImages } from '../with-images.ts'
import { type Command, readArguments, USAGE } from './arguments.ts'
import { noteImport } from './note-import.ts'
import { openProgressBar } from './progress-bar.ts'

/** The terminal shows at most this many rejected records. The report file lists all of them. */
const MAX_EXAMPLES = 5

const HOW_TO_MAP = `Say with --mapping which column is which of ${LISTING_FIELDS.slice(0, 12).join(', ')}.`

try {
  // New files must not be readable by other users of this machine.
  process.umask(0o077)
  const environment = readEnvironment()
  const args = process.argv.slice(2)
  if (args[0] === 'places') console.log(await runPlaces(args.slice(1), environment))
  else if (args[0] === 'contacts') {
    const { printed, isDone } = await runContacts(args.slice(1), environment)
    console.log(printed)
    process.exitCode = isDone ? 0 : 1
  } else {
    const command = readArguments(args, environment)
    if (command) process.exitCode = importedCount(await run(command, environment)) > 0 ? 0 : 1
    else console.log(USAGE)
  }
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}

function explain(error: unknown) {
  if (error instanceof UsageError)
    return `${error.message}\nnpm run import -- --help lists the options.`
  if (error instanceof OperatorError) return error.message
  if (error instanceof Refusal) return reasonOf(error)
  return `The import stopped. The listings imported so far stay. Run the import again to complete it.\n${reasonOf(error)}`
}

function reasonOf(error: unknown) {
  const reason = explainStop(error, HOW_TO_MAP)
  if (reason) return reason
  const bug = withoutValues(error)
  return bug instanceof Error ? bug.stack : String(bug)
}

async function run(command: Command, environment: Environment) {
  const size = await sizeOf(command.file)
  const mapping = await readMapping(command.mappingFile)
  const { dataDirectory, databaseUrl } = environment
  const database = await openDatabase({ url: databaseUrl, directory: dataDirectory, share: true })
  try {
    await preparePlaces(database.db, new Date())
    const removesSamples = await decideOnSamples(database.db, command)
    const { report, printed } = await importAs(command, {
      database,
      dataDirectory,
      size,
      removesSamples,
      mapping,
    })
    console.log(printed)
    if (importedCount(report) === 0) console.log('\nNo listing in the file could be imported.')
    else if (removesSamples) console.log(aboutSamples(report))
    return report
  } finally {
    await database.close()
  }
}

/** The file's size in bytes; null for standard input, whose size is unknown. */
async function sizeOf(file: string) {
  if (file === '-') return null
  const found = await stat(file).catch(() => null)
  if (!found) throw new OperatorError(`There is no file ${file}`)
  if (found.isDirectory())
    throw new OperatorError(`${file} is a folder. Add a file name to the path`)
  return found.size
}

interface Surroundings {
  database: OpenDatabase
  dataDirectory: string
  size: number | null
  removesSamples: boolean
  mapping: Mapping | undefined
}

async function readMapping(path: string | undefined) {
  if (path === undefined) return undefined
  const text = await readFile(path, 'utf8').catch(() => {
    throw new OperatorError(`There is no mapping file ${path}`)
  })
  return parseMapping(text)
}

async function importAs(command: Command, surroundings: Surroundings) {
  const { database, dataDirectory, size, removesSamples, mapping } = surroundings
  const now = new Date()
  const name = nameByTime(now)
  const examples: Problem[] = []
  const bar = openProgressBar(process.stderr, size)
  const { report, reportPath, rejectedPath } = await withImages(
    command.dryRun,
    openImages(join(dataDirectory, 'images')),
    (images) =>
      importFile({
        database,
        files: openReportFiles(join(dataDirectory, 'imports'), name),
        removesSamples,
        images,
        now,
        input: readInput(command.file),
        options: { ...command, mapping },
        onProgress: bar.draw,
        onProblems(problems) {
          const rejected = problems.filter(({ outcome }) => outcome === 'record rejected')
          examples.push(...rejected.slice(0, MAX_EXAMPLES - examples.length))
        },
      }).finally(bar.clear),
  )
  if (!command.dryRun)
    await noteImport(database.db, {
      ...{ name, command, size, report },
      startedAt: now,
    })
  const details = [
    ...examples.map(printProblem),
    ...(rejectedPath ? [`Rejected records and values: ${rejectedPath}`] : []),
    `Report: ${reportPath}`,
  ]
  return { report, printed: `${printReport(report)}\n\n${details.join('\n')}` }
}

/** Opens the file when the first chunk is read, so that a failure to open it is reported. */
async function* readInput(file: string): AsyncGenerator<Uint8Array> {
  yield* file === '-' ? process.stdin : createReadStream(file)
}

function printProblem({ line, field, reason }: Problem) {
  return `Line ${line} was rejected: ${field ?? 'it'} ${reason}`
}

/**
 * Returns whether to remove the sample houses. At a terminal, the import asks the user. If nobody
 * can answer, the sample houses are removed.
 */
async function decideOnSamples(db: Database, { keepSamples, file }: Command) {
  const count = keepSamples ? 0 : await countSamples(db)
  if (count === 0) return false
  if (file === '-' || !process.stdin.isTTY || !process.stdout.isTTY) return true
  const answer = await ask(`Remove the ${count} sample houses? [Y/n] `)
  return answer !== null && !/^\s*n/i.test(answer)
}

/**
 * The user's answer. Null if the user closes the input without an answer, for example with Ctrl-D.
 */
async function ask(question: string) {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  terminal.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  const closed = once(terminal, 'close').then(() => null)
  return Promise.race([terminal.question(question), closed]).finally(() => terminal.close())
}

function aboutSamples({ dryRun, samplesRemoved: count }: Report) {
  if (dryRun) return `The ${count} sample houses would be removed. Use --keep-samples to keep them.`
  return `The ${count} sample houses were removed. With --keep-samples, they would have stayed.`
}
