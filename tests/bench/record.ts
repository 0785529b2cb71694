import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { dirname } from 'node:path'
import * as z from 'zod/mini'
import { UsageError } from '#server/errors/operator-error.ts'
import { Line } from './measurement.ts'

/** The results of a run and the machine it ran on, so that a later run can be compared with it. */
const Run = z.object({
  /** The commit. It ends with `-dirty` if there were uncommitted changes. Null if unknown. */
  commit: z.nullable(z.string()),
  date: z.iso.datetime(),
  machine: z.object({
    node: z.string(),
    cpu: z.string(),
    cores: z.number(),
    /** The memory of the machine, in gigabytes. */
    memory: z.number(),
  }),
  /** The load average of the last minute. */
  load: z.object({ before: z.number(), after: z.number() }),
  lines: z.array(Line),
})
export type Run = z.infer<typeof Run>

/**
 * Records the date and the load before a run. The returned function completes the record after the
 * run.
 */
export function beginRun() {
  const date = new Date().toISOString()
  const before = currentLoad()
  return (lines: Line[]): Run => ({
    commit: currentCommit(),
    date,
    machine: {
      node: process.version,
      cpu: cpus()[0]?.model ?? 'unknown',
      cores: cpus().length,
      memory: Math.round(totalmem() / 1e9),
    },
    load: { before, after: currentLoad() },
    lines,
  })
}

/**
 * Throws if the folder of the results file does not exist. Without this, a long measurement would
 * end without a file.
 */
export function checkWritable(file: string) {
  const folder = dirname(file)
  if (!existsSync(folder))
    throw new UsageError(`There is no folder ${folder} to write a file into.`)
}

export function writeRun(file: string, run: Run) {
  writeFileSync(file, `${JSON.stringify(run, null, 2)}\n`)
}

export function readRun(file: string): Run {
  if (!existsSync(file)) throw new UsageError(`There is no file ${file} to compare with.`)
  const read = Run.safeParse(parse(readFileSync(file, 'utf8')))
  if (!read.success) {
    throw new UsageError(`${file} was not written by npm run bench -- --json ${file}.`)
  }
  return read.data
}

/** Describes a run in one line: commit, date, machine and load. */
export function describe({ commit, date, machine, load }: Run) {
  const { node, cpu, cores, memory } = machine
  return [
    commit?.replace(/^(\w{10})\w*/, '$1') ?? 'unknown commit',
    date.slice(0, 16).replace('T', ' '),
    `Node ${node}`,
    `${cores} × ${cpu}, ${memory} GB`,
    `load ${load.before} before, ${load.after} after`,
  ].join(' · ')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function currentLoad() {
  return Number((loadavg()[0] ?? 0).toFixed(2))
}

function currentCommit() {
  try {
    const describing = ['describe', '--always', '--dirty', '--exclude=*', '--abbrev=40']
    return execFileSync('git', describing, { encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return null
  }
}
