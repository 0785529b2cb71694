import { useQuery } from '@tanstack/react-query'
import { now } from '#client/browser/clock.ts'
import { RateNote } from '#client/components/rate-note.tsx'
import { assessedValuesQuery } from '#client/data/assessed-values.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { formatYen } from '#client/format/format.ts'
import { Deferred } from '#client/ui/deferred.tsx'
import fold from '#client/ui/fold.module.css'
import { AssessedValuesForm } from './assessed-values-form.tsx'
import { CostLines } from './cost-lines.tsx'
import { formatRange } from './house-costs.ts'
import styles from './purchase-costs.module.css'
import { useHouseCosts } from './use-house-costs.ts'

/** The costs of buying the house, excluding its price, as a range. A tap shows each cost. */
export function PurchaseCosts({ listing }: { listing: Listing }) {
  const { data: assessed } = useQuery(assessedValuesQuery(listing.id))
  const { costs, converted } = useHouseCosts(listing, now())
  return (
    <details className={styles.costs}>
      <summary className={`${fold.summary} ${styles.summary}`}>
        <div className={styles.words}>
          <h3>What it costs to buy</h3>
          {costs.besides && (
            <span className="soft">{`about ${formatRange(costs.besides)} on top of the price`}</span>
          )}
        </div>
      </summary>
      <div className={styles.content}>
        {/* Hidden until a tap, so render it after the notes. */}
        <Deferred>
          <p>
            Each cost is a range. Most costs depend on the assessed value of the house and the land.
            Listings do not state this value, so ask for it.
          </p>
          {converted && (
            <p>
              <span>{`The seller’s price is in dollars. The costs are computed for about ${formatYen(converted.yen)}, at`}</span>{' '}
              <RateNote display={converted.rate} />.
            </p>
          )}
          {assessed && <AssessedValuesForm listingId={listing.id} values={assessed} />}
          <CostLines {...costs} />
        </Deferred>
      </div>
    </details>
  )
}
