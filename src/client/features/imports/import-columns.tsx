import { useQuery } from '@tanstack/react-query'
import { QueryBoundary } from '#client/components/query-boundary.tsx'
import { importColumnsQuery } from '#client/data/imports.ts'
import { Disclosure } from '#client/ui/disclosure.tsx'
import { type Import, isUnderWay } from '#contract/imports.ts'
import type { ImportColumns as Columns, Mapping } from '#contract/mapping.ts'
import { ColumnField } from './column-field.tsx'
import { columnsOf } from './edit-mapping.ts'
import { FileDefaults } from './file-defaults.tsx'
import styles from './import-columns.module.css'
import { MAIN_FIELDS, OTHER_FIELDS } from './mapping-fields.ts'

interface ImportColumnsProps {
  known: Import
  /** The mapping that the administrator is choosing. Null until the first change. */
  draft: Mapping | null
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onDraft: (draft: Mapping) => void
}

/** For each field, the column from which it is read. The administrator can choose other columns. */
export function ImportColumns({ known, isOpen, onOpen, ...choosing }: ImportColumnsProps) {
  const query = useQuery({ ...importColumnsQuery(known), enabled: isOpen && !isUnderWay(known) })
  // A file without a report may be no table at all. The failure of the check then says so.
  if (!known.report && !query.data && !isUnderWay(known)) return null
  if (query.data?.can_be_mapped === false) return null
  return (
    <Disclosure title="Columns" isOpen={isOpen} onOpen={onOpen} isLazy>
      <QueryBoundary query={query} failure="The columns could not be loaded" hasOfflineNotice>
        {(data) => <ColumnFields data={data} {...choosing} />}
      </QueryBoundary>
    </Disclosure>
  )
}

interface ColumnFieldsProps extends Pick<ImportColumnsProps, 'draft' | 'onDraft'> {
  data: Columns
}

const NOTHING: Mapping = { columns: {} }

function ColumnFields({ data: { columns, mapping: read }, draft, onDraft }: ColumnFieldsProps) {
  const proposed = read ?? NOTHING
  const mapping = draft ?? proposed
  const fields = { columns, mapping, onChange: onDraft }
  // A field whose column was recognised is shown, even if few files have it.
  const isShown = ({ field }: (typeof OTHER_FIELDS)[number]) =>
    columnsOf(proposed, field).length > 0
  return (
    <div className={styles.columns}>
      <p className="soft">
        Choose the column of the file for each field. Recognised columns are chosen already. After
        the import, the choice is saved for the next file of this source, if the source was named.
      </p>
      <div className={styles.fields}>
        {[...MAIN_FIELDS, ...OTHER_FIELDS.filter(isShown)].map((about) => (
          <ColumnField key={about.field} about={about} {...fields} />
        ))}
      </div>
      <Disclosure title="More fields" isLazy>
        <div className={styles.fields}>
          {OTHER_FIELDS.filter((about) => !isShown(about)).map((about) => (
            <ColumnField key={about.field} about={about} {...fields} />
          ))}
        </div>
      </Disclosure>
      <FileDefaults mapping={mapping} onChange={onDraft} />
    </div>
  )
}
