import { formatLongDay } from '#client/format/days.ts'
import { formatYen } from '#client/format/format.ts'
import { Card } from '#client/ui/card.tsx'
import type { InventoryListing } from '#contract/inventory.ts'
import styles from './price-changes.module.css'

/** The price changes, newest first. */
export function PriceChanges({ changes }: { changes: InventoryListing['price_changes'] }) {
  return (
    <Card title="Price history">
      {changes.length === 0 ? (
        <p className={styles.none}>The price has not changed since the first import.</p>
      ) : (
        <ol className={styles.changes}>
          {changes.map(({ before, after, changed_at }) => (
            <li key={`${changed_at} ${before} ${after}`} className={styles.change}>
              <time dateTime={changed_at}>{formatLongDay(changed_at)}</time>
              <span>
                <del className={styles.before}>{price(before)}</del>
                <span aria-hidden="true"> → </span>
                <span className="visually-hidden">then </span>
                <ins className={styles.after}>{price(after)}</ins>
              </span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}

function price(yen: number | null) {
  return yen === null ? 'no price' : formatYen(yen)
}
