import { formatHouses, formatNumber } from '#client/format/format.ts'
import type { Import, ImportReport } from '#contract/imports.ts'

/** A number of listings with its noun: `1 listing`, `4,883 listings`. */
export function formatListings(count: number) {
  return count === 1 ? '1 listing' : `${formatNumber(count)} listings`
}

/** What the import did, and how many houses of the file the catalogue now has. */
export function describeResult(report: ImportReport) {
  const { added, changed, unchanged, withdrawn, rejected, opted_out } = report
  const known = added + changed + unchanged
  const hasNoOptOut = Object.keys(opted_out).length === 0
  const parts = [
    `${formatNumber(added)} added`,
    `${formatNumber(changed)} changed`,
    `${formatNumber(unchanged)} unchanged`,
    ...(withdrawn > 0 ? [`${formatNumber(withdrawn)} withdrawn`] : []),
    ...(rejected > 0 ? [`${formatNumber(rejected)} rejected`] : []),
  ]
  const stored = hasNoOptOut
    ? ` ${formatHouses(known)} of the file ${known === 1 ? 'is' : 'are'} now in the catalogue.`
    : ''
  return `Imported: ${parts.join(', ')}.${stored}`
}

/** Whether importing a file changes anything. */
export function isWorthImporting({ state, report }: Import) {
  if (!report || state !== 'checked') return true
  return report.added + report.changed + report.withdrawn + report.samples_removed > 0
}

const STATE_LABELS = {
  checking: 'Being checked',
  checked: 'Waiting for a decision',
  importing: 'Being imported',
  done: 'Imported',
  failed: 'Failed',
  interrupted: 'Interrupted',
}

export function stateLabel({ state }: Import) {
  return STATE_LABELS[state]
}

/**
 * Whether an administrator should look at the columns: some were guessed or not used, no house has a
 * price, a place or a kind, or the file could not be read.
 */
export function hasDoubtfulColumns({ state, report }: Import) {
  if (!report) return state === 'failed'
  if (report.format === 'links') return false
  const { mapping, columns, ignored } = report
  const isGuessed = mapping === 'proposed' && columns.length + ignored.length > 0
  return (
    isGuessed || MAIN_FIELDS.some((fields) => fields.every((field) => isNowhere(report, field)))
  )
}

const MAIN_FIELDS = [
  ['Sale Price', 'Sale Price Yen'],
  ['Property Location', 'Prefecture'],
  ['Property Type'],
]

function isNowhere({ read, rejected, unknown }: ImportReport, field: string) {
  const { blank = 0, unread = 0 } = unknown[field] ?? {}
  return read > rejected && blank + unread >= read - rejected
}
