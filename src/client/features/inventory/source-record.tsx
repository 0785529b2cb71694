import { Bilingual } from '#client/ui/bilingual.tsx'
import { Card } from '#client/ui/card.tsx'
import type { InventoryListing } from '#contract/inventory.ts'
import styles from './source-record.module.css'

/** The source's record as plain text, without links or images. */
export function SourceRecord({ raw }: Pick<InventoryListing, 'raw'>) {
  const fields = Object.entries(raw).filter(([, value]) => !isBlank(value))
  const blanks = Object.keys(raw).filter((name) => isBlank(raw[name]))
  return (
    <Card title="Source record">
      {fields.length === 0 ? (
        <p className={styles.none}>No source record: this is a sample house.</p>
      ) : (
        <table className={styles.record} aria-label="Source record">
          <tbody>
            {fields.map(([name, value]) => (
              <tr key={name}>
                <th scope="row">
                  <Bilingual>{name}</Bilingual>
                </th>
                <td>
                  <Value value={value} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {blanks.length > 0 && (
        <p className={styles.blanks}>
          <Bilingual>{`Empty fields: ${blanks.join(', ')}`}</Bilingual>
        </p>
      )}
    </Card>
  )
}

function Value({ value }: { value: unknown }) {
  return <Bilingual>{typeof value === 'string' ? value : JSON.stringify(value, null, 1)}</Bilingual>
}

function isBlank(value: unknown) {
  return value === null || value === ''
}
