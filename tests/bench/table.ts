import { changeOf } from './change.ts'
import { type Line, type Measurement, verdict } from './measurement.ts'

/** A column with the text for each line. An empty column is left out. */
type Column = [title: string, cell: (line: Line) => string]

/**
 * Formats the lines as a table, with their budgets, their lower bounds, and the values of the
 * `earlier` run.
 */
export function table(lines: Line[], earlier: Line[] = []) {
  const measured = (cell: (line: Measurement) => string) => (line: Line) =>
    'skipped' in line ? '' : cell(line)
  const before = (line: Line) => earlier.find(({ what }) => what === line.what)
  const columns: Column[] = [
    ['What', ({ what }) => what],
    ['Measured', (line) => ('skipped' in line ? line.skipped : shown(line.value, line.unit))],
    ['Budget', measured(budget)],
    ['Verdict', verdict],
    ['× floor', measured(ratio)],
    ['Earlier', measured((line) => earlierValue(before(line)))],
    ['Change', measured((line) => change(line, before(line)))],
  ]
  const filled = columns
    .map(([title, cell]) => ({ title, cells: lines.map(cell) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
    .map(({ title, cells }) => padded([title, ...cells]))
  return [undefined, ...lines]
    .map((_, row) =>
      filled
        .map((cells) => cells[row])
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** A line on its own, for the progress of a run. */
export function summary(line: Line) {
  const value = 'skipped' in line ? line.skipped : shown(line.value, line.unit)
  return [`${line.what}: ${value}`, verdict(line)].filter(Boolean).join(', ')
}

function padded(cells: string[]) {
  const width = Math.max(...cells.map((cell) => cell.length))
  return cells.map((cell) => cell.padEnd(width))
}

function budget({ atMost, atLeast, unit }: Measurement) {
  if (atMost !== undefined) return `≤ ${shown(atMost, unit)}`
  return atLeast === undefined ? '' : `≥ ${shown(atLeast, unit)}`
}

function ratio({ value, floor }: Measurement) {
  return floor === undefined ? '' : (value / floor).toFixed(2)
}

function earlierValue(line: Line | undefined) {
  return line && 'value' in line ? shown(line.value, line.unit) : ''
}

function change(line: Measurement, earlier: Line | undefined) {
  if (!earlier || 'skipped' in earlier) return ''
  const { difference, verdict } = changeOf(line, earlier)
  const amount =
    earlier.value === 0
      ? shown(difference, line.unit)
      : `${((100 * difference) / earlier.value).toFixed(1)} %`
  return `${difference > 0 ? '+' : ''}${amount} ${verdict}`.trimEnd()
}

function shown(value: number, unit: Measurement['unit']) {
  const maximumFractionDigits = Number.isInteger(value) || value >= 100 ? 0 : value >= 1 ? 1 : 3
  return `${value.toLocaleString('en-US', { maximumFractionDigits })} ${unit}`.trimEnd()
}
