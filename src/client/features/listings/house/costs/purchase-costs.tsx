import { useQuery } from '@tanstack/react-query'
import { now } from '#client/browser/clock.ts'
import { assessedValuesQuery } from '#client/data/assessed-values.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { CostLines } from '../cost-lines.tsx'
import { formatRange, houseCosts } from '../house-costs.ts'
import { AssessedValuesForm } from './assessed-values-form.tsx'
import styles from './purchase-costs.module.css'

/**
 * The costs of buying the house besides its price, as a range. A tap shows the lines of the sum.
 */
export function PurchaseCosts({ listing }: { listing: Listing }) {
  const { data: assessed } = useQuery(assessedValuesQuery(listing.id))
  const costs = houseCosts(listing, assessed ?? {}, now())
  return (
    <details className={styles.costs}>
      <summary className={styles.summary}>
        <h3>What it costs to buy</h3>
        {costs.besides && (
          <span className={styles.range}>about {formatRange(costs.besides)} more</span>
        )}
      </summary>
      <div className={styles.content}>
        <p>
          Each cost is a range. Most follow the assessed value, which listings do not state, so ask
          for it.
        </p>
        {assessed && <AssessedValuesForm listingId={listing.id} values={assessed} />}
        <CostLines {...costs} />
      </div>
    </details>
  )
}
