/** One line of the table. */
export interface Measurement {
  what: string
  value: number
  unit: 'ms' | 'kB' | 'MB' | 's' | 'rows/s' | 'requests/s'
  /** The most it may be; what has no budget is only told. */
  atMost?: number
  atLeast?: number
}

/** A part of the benchmark that could not be measured here, and why. */
export interface Skipped {
  what: string
  skipped: string
}

export type Line = Measurement | Skipped

export function verdict(line: Line) {
  if ('skipped' in line) return 'skipped'
  const { value, atMost, atLeast } = line
  if (atMost === undefined && atLeast === undefined) return ''
  return value <= (atMost ?? Infinity) && value >= (atLeast ?? -Infinity) ? 'ok' : 'MISSED'
}

/** The value below which `share` of the values lie. */
export function percentile(values: number[], share: number) {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

export function median(values: number[]) {
  return percentile(values, 0.5)
}

/** Milliseconds that `work` takes. */
export async function time(work: () => Promise<unknown>) {
  const start = performance.now()
  await work()
  return performance.now() - start
}

export function table(lines: Line[]) {
  const rows = [
    ['What', 'Measured', 'Budget', 'Verdict'],
    ...lines.map((line) =>
      'skipped' in line
        ? [line.what, line.skipped, '', verdict(line)]
        : [line.what, shown(line.value, line.unit), budget(line), verdict(line)],
    ),
  ]
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function budget({ atMost, atLeast, unit }: Measurement) {
  if (atMost !== undefined) return `≤ ${shown(atMost, unit)}`
  return atLeast === undefined ? '' : `≥ ${shown(atLeast, unit)}`
}

function shown(value: number, unit: string) {
  const digits = value < 100 && !Number.isInteger(value) ? 1 : 0
  return `${value.toLocaleString('en-US', { maximumFractionDigits: digits })} ${unit}`
}
