import type { ReactNode } from 'react'
import { CheckIcon } from '#client/ui/icons.tsx'
import { PREMIUM_PLAN } from '#contract/plan.ts'
import styles from './plan.module.css'

export const PRICE = `$${PREMIUM_PLAN.price_cents / 100}`

/** As it stands in sentences and on buttons: `$20/month`. */
export const PRICE_PER_MONTH = `${PRICE}/${PREMIUM_PLAN.interval}`

/** What premium costs and gives, with whatever leads to it below. */
export function Plan({ children }: { children?: ReactNode }) {
  return (
    <section className={styles.plan} aria-label="Premium Access">
      <div className={styles.offer}>
        <h2>Premium Access</h2>
        <p className={styles.price}>
          {PRICE}
          <span className={styles.interval}>/{PREMIUM_PLAN.interval}</span>
        </p>
      </div>
      <ul className={styles.benefits}>
        {PREMIUM_PLAN.benefits.map((benefit) => (
          <li key={benefit} className={styles.benefit}>
            <CheckIcon />
            {benefit}
          </li>
        ))}
      </ul>
      {children && <div className={styles.action}>{children}</div>}
    </section>
  )
}
