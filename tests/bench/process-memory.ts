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
