import { readFileSync } from 'node:fs'

/** What a process holds now, and the most it has ever held. */
type Field = 'VmRSS' | 'VmHWM'

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
