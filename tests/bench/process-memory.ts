import { readFileSync } from 'node:fs'

/** What a process holds now, and the most it has ever held. */
type Field = 'VmRSS' | 'VmHWM'

/** From one look to the next, milliseconds. */
const EVERY = 50

/** The most that `look` sees while `work` goes on; null where it never sees anything. */
export async function peakDuring(
  work: Promise<unknown>,
  look: () => number | null,
): Promise<number | null> {
  let peak: number | null = null
  const watching = setInterval(() => {
    const seen = look()
    if (seen !== null) peak = Math.max(peak ?? seen, seen)
  }, EVERY)
  try {
    await work
  } finally {
    clearInterval(watching)
  }
  return peak
}

/** Megabytes; null where the process has ended, or the system does not tell. */
export function memoryOf(pid: number | undefined, field: Field) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const [, kilobytes] = new RegExp(`${field}:\\s+(\\d+) kB`).exec(status) ?? []
    return kilobytes === undefined ? null : Number(kilobytes) / 1024
  } catch {
    return null
  }
}

/** What a process held, and when; minutes since the watching began. */
interface Sample {
  minutes: number
  megabytes: number
}

/** From one sample to the next, milliseconds. */
const SAMPLE_EVERY = 1000

/** Notes what a process holds, again and again until it is stopped. */
export function watchMemory(pid: number | undefined) {
  const samples: Sample[] = []
  const start = performance.now()
  const watching = setInterval(() => {
    const megabytes = memoryOf(pid, 'VmRSS')
    if (megabytes !== null)
      samples.push({ minutes: (performance.now() - start) / 60_000, megabytes })
  }, SAMPLE_EVERY)
  return {
    stop() {
      clearInterval(watching)
      return samples
    },
  }
}

/** Megabytes a minute, by the line that comes nearest to all samples. */
export function growthOf(samples: Sample[]) {
  const mean = (value: (sample: Sample) => number) =>
    samples.reduce((sum, sample) => sum + value(sample), 0) / samples.length
  const [minutes, megabytes] = [mean((one) => one.minutes), mean((one) => one.megabytes)]
  const both = mean((one) => (one.minutes - minutes) * (one.megabytes - megabytes))
  return both / mean((one) => (one.minutes - minutes) ** 2)
}
