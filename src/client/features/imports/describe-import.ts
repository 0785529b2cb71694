import { formatNumber } from '#client/format/format.ts'
import type { Import, ImportReport } from '#contract/imports.ts'

/** A number of listings with its noun: `1 listing`, `4,883 listings`. */
export function formatListings(count: number) {
  return count === 1 ? '1 listing' : `${formatNumber(count)} listings`
}

export function describeResult({ added, changed, unchanged, withdrawn, rejected }: ImportReport) {
  const parts = [
    `${formatNumber(added)} added`,
    `${formatNumber(changed)} changed`,
    `${formatNumber(unchanged)} unchanged`,
    ...(withdrawn > 0 ? [`${formatNumber(withdrawn)} withdrawn`] : []),
    ...(rejected > 0 ? [`${formatNumber(rejected)} rejected`] : []),
  ]
  return `Imported: ${parts.join(', ')}.`
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
