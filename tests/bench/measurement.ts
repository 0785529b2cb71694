import * as z from 'zod/mini'

const Measurement = z.object({
  what: z.string(),
  value: z.number(),
  /** The unit is empty for a plain number. */
  unit: z.enum(['', '%', 'points', 'ms', 's', 'B', 'kB', 'MB', 'rows/s', 'requests/s']),
  /** The maximum value. The value is checked only if `atMost` or `atLeast` is set. */
  atMost: z.optional(z.number()),
  atLeast: z.optional(z.number()),
  /**
   * The lower bound: what the same work costs without our code, measured on the same machine in the
   * same run.
   */
  floor: z.optional(z.number()),
  /** The value of each run, if the work was measured more than once. */
  repeats: z.optional(z.array(z.number())),
})

/** A measurement that this machine or run did not allow, and the reason. */
const Skipped = z.object({ what: z.string(), skipped: z.string() })

/** A line of the table. */
export const Line = z.union([Measurement, Skipped])

export type Measurement = z.infer<typeof Measurement>
export type Line = z.infer<typeof Line>

/** Prints and keeps the lines that a section has just measured. */
export type Report = (...lines: Line[]) => void

export function verdict(line: Line) {
  if ('skipped' in line) return 'skipped'
  const { value, atMost, atLeast } = line
  if (atMost === undefined && atLeast === undefined) return ''
  return value <= (atMost ?? Infinity) && value >= (atLeast ?? -Infinity) ? 'ok' : 'MISSED'
}

/** The percentile of the values at `share`. A `share` of 0.95 means the 95th percentile. */
export function percentile(values: number[], share: number) {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

export function median(values: number[]) {
  return percentile(values, 0.5)
}

/** The median of repeated measurements, with the value of each run. */
export function medianOf(repeats: number[]) {
  return { value: median(repeats), repeats }
}

/** The time that `work` takes, in milliseconds. */
export async function time(work: () => Promise<unknown>) {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/**
 * The processor time of this process for `work`, in milliseconds. Unlike {@link time}, it does not
 * grow with other work on the machine.
 */
export async function processorTime(work: () => unknown) {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
