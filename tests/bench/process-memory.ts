import { readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** The resident memory of a process: now, and its peak so far. */
type Field = 'VmRSS' | 'VmHWM'

/** The interval at which `peakDuring` reads the memory, in milliseconds. */
const READ_INTERVAL_MS = 50

/**
 * The highest value that `readMemory` returns while `work` runs. Null if `readMemory` never
 * returned a value.
 */
export async function peakDuring(
  work: Promise<unknown>,
  readMemory: () => number | null,
): Promise<number | null> {
  let peak: number | null = null
  const watching = setInterval(() => {
    const memory = readMemory()
    if (memory !== null) peak = Math.max(peak ?? memory, memory)
  }, READ_INTERVAL_MS)
  try {
    await work
  } finally {
    clearInterval(watching)
  }
  return peak
}

/**
 * The memory in megabytes. Null if the process has ended, or if the system does not provide
 * `/proc`.
 */
export function memoryOf(pid: number | undefined, field: Field) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const [, kilobytes] = new RegExp(`${field}:\\s+(\\d+) kB`).exec(status) ?? []
    return kilobytes === undefined ? null : Number(kilobytes) / 1024
  } catch {
    return null
  }
}

export function collectGarbage() {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

/** The memory in megabytes that the objects and buffers of this process need, without garbage. */
export function neededMemory() {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1e6
}

/** The memory of a process, and the minutes since the sampling started. */
interface Sample {
  minutes: number
  megabytes: number
}

/** The interval between samples, in milliseconds. */
const SAMPLE_INTERVAL_MS = 1000

/** Samples the memory of a process until `stop` is called. */
export function watchMemory(pid: number | undefined) {
  const samples: Sample[] = []
  const start = performance.now()
  const watching = setInterval(() => {
    const megabytes = memoryOf(pid, 'VmRSS')
    if (megabytes !== null)
      samples.push({ minutes: (performance.now() - start) / 60_000, megabytes })
  }, SAMPLE_INTERVAL_MS)
  return {
    stop() {
      clearInterval(watching)
      return samples
    },
  }
}

/** The growth in megabytes per minute: the slope of a least-squares line through the samples. */
export function growthOf(samples: Sample[]) {
  const mean = (value: (sample: Sample) => number) =>
    samples.reduce((sum, sample) => sum + value(sample), 0) / samples.length
  const [minutes, megabytes] = [mean((one) => one.minutes), mean((one) => one.megabytes)]
  const both = mean((one) => (one.minutes - minutes) * (one.megabytes - megabytes))
  return both / mean((one) => (one.minutes - minutes) ** 2)
}
