import { formatNumber } from '#client/format/format.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { Disclosure } from '#client/ui/disclosure.tsx'
import { OPT_OUT_KINDS } from '#contract/choices.ts'
import { DEFAULT_SOURCE, type ImportReport } from '#contract/imports.ts'
import { CATEGORY_NAMES } from './import-options.tsx'
import styles from './import-report.module.css'
import { fieldLabel } from './mapping-fields.ts'

export function ImportReportTable({ report }: { report: ImportReport }) {
  const fields = Object.entries(report.unknown).map(([field, counts]) => ({ field, ...counts }))
  return (
    <div className={styles.report}>
      <dl className={styles.counts}>
        {COUNTS.map(({ label, of }) => (
          <div key={label} className={styles.count}>
            <dt>{label}</dt>
            <dd>{formatNumber(report[of])}</dd>
          </div>
        ))}
      </dl>
      {remarksOn(report).map((remark) => (
        <p key={remark} className="soft">
          <Bilingual>{remark}</Bilingual>
        </p>
      ))}
      {report.notes.map((note) => (
        <Alert key={note} type="warning">
          <Bilingual>{note}</Bilingual>
        </Alert>
      ))}
      {report.ignored.length > 0 && (
        <p className="soft">
          <Bilingual>{`Columns not used: ${report.ignored.join(', ')}`}</Bilingual>
        </p>
      )}
      {report.columns.length > 0 && (
        <Disclosure title="Columns as Read">
          <DataTable
            label="Columns as read"
            columns={COLUMNS}
            rows={report.columns}
            keyOf={({ field }) => field}
          />
        </Disclosure>
      )}
      {fields.length > 0 && (
        <Disclosure title="Unknown values">
          <DataTable
            label="Unknown values"
            columns={UNKNOWN}
            rows={fields}
            keyOf={({ field }) => field}
          />
        </Disclosure>
      )}
    </div>
  )
}

const COUNTS = [
  { label: 'Read', of: 'read' },
  { label: 'Added', of: 'added' },
  { label: 'Changed', of: 'changed' },
  { label: 'Unchanged', of: 'unchanged' },
  { label: 'Withdrawn', of: 'withdrawn' },
  { label: 'Rejected', of: 'rejected' },
] as const

const COLUMNS: Column<ImportReport['columns'][number]>[] = [
  { label: 'Column', cell: ({ column }) => <Bilingual>{column}</Bilingual> },
  { label: 'Read as', cell: ({ field }) => fieldLabel(field) },
  { label: 'Unit', cell: ({ unit }) => <Bilingual>{unit ?? '–'}</Bilingual> },
]

interface UnknownValues {
  field: string
  blank: number
  unread: number
}

const UNKNOWN: Column<UnknownValues>[] = [
  { label: 'Field', cell: ({ field }) => fieldLabel(field) },
  { label: 'Not stated', isNumber: true, cell: ({ blank }) => formatNumber(blank) },
  { label: 'Not usable', isNumber: true, cell: ({ unread }) => formatNumber(unread) },
]

/** Why a record was not imported, by the names that the report uses. */
const REASONS = {
  'for rent': 'For rent',
  contracted: 'Under contract',
  sold: 'Sold',
  withdrawn: 'Withdrawn by the source',
}

const OPTED_OUT = {
  municipality: 'because their municipality opted out',
  source: 'because their source opted out',
}

const WITHOUT_SOURCE =
  'You named no source. The next file without a source overwrites the houses with the same numbers.'

function remarksOn(report: ImportReport) {
  const { source, mapping, skipped, opted_out, samples_removed, photos_not_fetched } = report
  const others = Object.entries({ ...CATEGORY_NAMES, ...REASONS }).flatMap(([reason, name]) => {
    const count = skipped[reason]
    return count ? `${name} ${formatNumber(count)}` : []
  })
  return [
    source === DEFAULT_SOURCE ? WITHOUT_SOURCE : `Source: ${source}.`,
    ...(mapping === 'saved' ? ['The columns are read as in the last import of this source.'] : []),
    ...(others.length > 0 ? [`Not imported: ${others.join(', ')}.`] : []),
    ...OPT_OUT_KINDS.flatMap((kind) => {
      const count = opted_out[kind]
      return count ? `Hidden ${OPTED_OUT[kind]}: ${formatNumber(count)}.` : []
    }),
    ...(samples_removed > 0
      ? [`These listings replace the ${formatNumber(samples_removed)} sample houses.`]
      : []),
    ...(photos_not_fetched > 0
      ? [
          photos_not_fetched === 1
            ? '1 photo that the file lists was not downloaded.'
            : `${formatNumber(photos_not_fetched)} photos that the file lists were not downloaded.`,
        ]
      : []),
  ]
}
