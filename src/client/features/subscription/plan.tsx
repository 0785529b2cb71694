import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { catalogueCountsQuery } from '#client/data/listings.ts'
import { CheckIcon } from '#client/ui/icons.tsx'
import { describeBenefit } from './catalogue.ts'
import styles from './plan.module.css'
import { usePlan } from './use-plan.ts'

/**
 * The plan's price and benefits, and what the catalogue holds of each benefit today. `children` are the buttons below the
 * benefits.
 */
export function Plan({ children }: { children?: ReactNode }) {
  const { price, interval, benefits } = usePlan()
  const { data: counts } = useQuery(catalogueCountsQuery)
  return (
    <section className={styles.plan} aria-label="Premium Access">
      <div className={styles.offer}>
        <h2>Premium Access</h2>
        <p className={styles.price}>
          <span>{price}</span>
          <span className={styles.interval}>{`/${interval}`}</span>
        </p>
      </div>
      <ul className={counts ? styles.benefits : `${styles.benefits} ${styles.uncounted}`}>
        {benefits.map((benefit) => (
          <li key={benefit} className={styles.benefit}>
            <CheckIcon />
            <div>
              <span>{benefit}</span>
              {counts && <Note>{describeBenefit(benefit, counts)}</Note>}
            </div>
          </li>
        ))}
      </ul>
      {children && <div className={styles.action}>{children}</div>}
    </section>
  )
}

function Note({ children }: { children: string | undefined }) {
  return children && <p className={styles.note}>{`${children}.`}</p>
}
