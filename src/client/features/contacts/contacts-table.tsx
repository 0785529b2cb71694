import { Button } from '@chakra-ui/react/button'
import { ButtonRow } from '#client/ui/button-row.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { Tag } from '#client/ui/tag.tsx'
import { CONTACT_FIELDS, type ContactRow } from '#contract/contacts.ts'
import { prefectureDisplay } from '#contract/prefectures.ts'
import styles from './contacts-table.module.css'

interface ContactsTableProps {
  rows: ContactRow[]
  isStale: boolean
  onEdit: (row: ContactRow) => void
  /** Asks whether to hide or show the houses of the municipality. */
  onOptOut: (row: ContactRow) => void
}

export function ContactsTable({ rows, isStale, onEdit, onOptOut }: ContactsTableProps) {
  const columns: Column<ContactRow>[] = [
    { label: 'Municipality', cell: (row) => <Municipality row={row} /> },
    { label: 'Houses', isNumber: true, cell: (row) => row.house_count.toLocaleString('en') },
    { label: CONTACT_FIELDS.phone, cell: ({ phone }) => phone ?? '–' },
    { label: CONTACT_FIELDS.mail, cell: ({ mail }) => mail ?? '–' },
    { label: CONTACT_FIELDS.web, cell: ({ web }) => (web ? new URL(web).hostname : '–') },
    { label: CONTACT_FIELDS.date, cell: ({ date }) => date ?? '–' },
    {
      label: 'Actions',
      isActions: true,
      cell: (row) => (
        <ButtonRow>
          <Button variant="outline" aria-label={`Edit ${row.en}`} onClick={() => onEdit(row)}>
            Edit
          </Button>
          <Button
            variant="outline"
            aria-label={`${row.opted_out ? 'Show houses again' : 'Hide houses'}: ${row.en}`}
            onClick={() => onOptOut(row)}
          >
            {row.opted_out ? 'Show houses again' : 'Hide houses'}
          </Button>
        </ButtonRow>
      ),
    },
  ]
  return (
    <DataTable
      label="Contacts"
      columns={columns}
      rows={rows}
      keyOf={({ place }) => place}
      isStale={isStale}
    />
  )
}

function Municipality({ row: { en, ja, prefecture, opted_out } }: { row: ContactRow }) {
  return (
    <div>
      <span translate="no">{`${en}, ${prefectureDisplay(prefecture)}`}</span>
      <span className={styles.japanese} lang="ja" translate="no">
        {ja}
      </span>
      {opted_out && <Tag>Opted out</Tag>}
    </div>
  )
}
