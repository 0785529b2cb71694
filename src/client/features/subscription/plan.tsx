import type { ReactNode } from 'react'
import { CheckIcon } from '#client/ui/icons.tsx'
import styles from './plan.module.css'
import { usePlan } from './use-plan.ts'

/** The plan's price and benefits. `children` are the buttons below the benefits. */
export function Plan({ children }: { children?: ReactNode }) {
  const { price, interval, benefits } = usePlan()
  return (
    <section className={styles.plan} aria-label="Premium Access">
      <div className={styles.offer}>
        <h2>Premium Access</h2>
        <p className={styles.price}>
          <span>{price}</span>
          <span className={styles.interval}>{`/${interval}`}</span>
        </p>
      </div>
      <ul className={styles.benefits}>
        {benefits.map((benefit) => (
          <li key={benefit} className={styles.benefit}>
            <CheckIcon />
            <span>{benefit}</span>
          </li>
        ))}
      </ul>
      {children && <div className={styles.action}>{children}</div>}
    </section>
  )
}
