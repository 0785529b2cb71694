import { OPT_OUT_KINDS } from '#contract/choices.ts'
import type { PhotoCounts, Report } from '#server/db/import-columns.ts'

/** A rejected record, a value that could not be used, or a skipped photo. */
export interface Problem {
  line: number
  outcome: 'record rejected' | 'value unknown' | 'photo skipped' | 'photo incomplete'
  field?: string
  value: string
  reason: string
}

export function emptyReport(
  about: Pick<Report, 'format' | 'source' | 'dryRun' | 'columns' | 'mapping' | 'ignored'>,
): Report {
  return {
    ...about,
    read: 0,
    added: 0,
    changed: 0,
    unchanged: 0,
    withdrawn: 0,
    rejected: 0,
    skipped: {},
    optedOut: {},
    photos: { stored: 0, missing: 0, broken: 0, refused: 0, notFetched: 0 },
    unknown: {},
    samplesRemoved: 0,
    notes: [],
    seconds: 0,
  }
}

/** The total number of records with an added, a changed or an unchanged listing. */
export function importedCount({ added, changed, unchanged }: Report) {
  return added + changed + unchanged
}

/** The number of records in the file, with those of categories that were not imported. */
export function recordCount({ read, skipped }: Report) {
  return Object.values(skipped).reduce((sum, count) => sum + count, read)
}

/** Formats the report for a terminal. */
export function printReport(report: Report) {
  const { source, seconds } = report
  const records = recordCount(report)
  const pace = format(Math.round(records / Math.max(seconds, 0.001)))
  return [
    `${source}: ${format(records)} records in ${seconds.toFixed(1)} s, ${pace} a second\n`,
    ...counts(report),
    ...photos(report.photos),
    ...unknowns(report.unknown),
    ...columnsRead(report),
    ...report.notes.map((note) => `\n${note}`),
    ...(report.dryRun ? ['\nThis was a dry run: nothing was written.'] : []),
  ].join('\n')
}

function counts(report: Report) {
  const { read, added, changed, unchanged, withdrawn, rejected } = report
  const skipped = recordCount(report) - read
  const categories = Object.entries(report.skipped)
    .map(([category, count]) => `${category} ${format(count)}`)
    .join(', ')
  return [
    row('read', read),
    row('added', added),
    row('changed', changed),
    row('unchanged', unchanged),
    row('withdrawn', withdrawn),
    row('rejected', rejected),
    ...(skipped > 0 ? [`${row('not imported', skipped)}  (${categories})`] : []),
    ...OPT_OUT_KINDS.flatMap((kind) => {
      const count = report.optedOut[kind]
      return count ? [`${row('hidden', count)}  (the ${kind} opted out)`] : []
    }),
  ]
}

function columnsRead({ columns, mapping, ignored }: Report) {
  return [
    ...(mapping === 'saved'
      ? ['\nThe columns are read as in the last import of this source.']
      : []),
    ...(columns.length > 0 ? ['\ncolumns read'] : []),
    ...columns.map(
      ({ column, field, unit }) => `  ${column}: ${field}${unit ? ` in ${unit}` : ''}`,
    ),
    ...(ignored.length > 0 ? [`\nColumns not used: ${ignored.join(', ')}`] : []),
  ]
}

function photos({ stored, missing, broken, refused, notFetched }: PhotoCounts) {
  const lines = [
    ['photos stored', stored],
    ['photos missing', missing],
    ['photos broken', broken],
    ['photos refused', refused],
    ['photos not fetched', notFetched],
  ] as const
  return lines.filter(([, count]) => count > 0).map(([label, count]) => row(label, count))
}

function unknowns(unknown: Report['unknown']) {
  const fields = Object.entries(unknown)
  if (fields.length === 0) return []
  const width = Math.max(...fields.map(([field]) => field.length))
  return [
    `\n${'unknown values'.padEnd(width)}  not stated  not usable`,
    ...fields.map(
      ([field, { blank, unread }]) =>
        `${field.padEnd(width)}  ${format(blank).padStart(10)}  ${format(unread).padStart(10)}`,
    ),
  ]
}

function row(label: string, count: number) {
  return `${label.padEnd(18)} ${format(count).padStart(9)}`
}

function format(count: number) {
  return count.toLocaleString('en')
}
