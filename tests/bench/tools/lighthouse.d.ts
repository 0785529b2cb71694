/*
 * The part of Lighthouse's types that the benchmark uses. The types of the package itself are not
 * installed when the sources are checked.
 */

interface Flags {
  port: number
  logLevel: 'error'
  onlyCategories: string[]
  disableStorageReset: boolean
  clearStorageTypes: string[]
}

interface LighthouseError {
  code: string
  message: string
}

export interface Result {
  runtimeError?: LighthouseError
  finalDisplayedUrl: string
  categories: Record<string, Category>
  audits: Record<string, AuditResult>
}

interface Category {
  score: number | null
  auditRefs: { id: string; weight: number }[]
}

interface AuditResult {
  score: number | null
  numericValue?: number
  details?: { type: string; items: Record<string, unknown>[] }
}

interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** The processor time in microseconds. */
  tdur?: number
}

export interface RunnerResult {
  lhr: Result
  artifacts: { Trace: { traceEvents: TraceEvent[] } }
}

export default function lighthouse(url: string, flags: Flags): Promise<RunnerResult | undefined>
