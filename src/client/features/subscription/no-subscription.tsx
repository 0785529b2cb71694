import type { ReactNode } from 'react'
import styles from './manage-subscription.module.css'
import { Plan } from './plan.tsx'

/** Shown to people who never subscribed. `children` is the button to subscribe. */
export function NoSubscription({ children }: { children: ReactNode }) {
  return (
    <>
      <div className={styles.none}>
        <h2>No Subscription Found</h2>
        <p className="soft">A subscription opens every listing, for as long as you keep it.</p>
      </div>
      <Plan>{children}</Plan>
    </>
  )
}
