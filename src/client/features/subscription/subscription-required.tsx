import { ButtonLink } from '#client/ui/button-link.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'
import styles from './page.module.css'
import { Plan } from './plan.tsx'

/** In place of what a subscription pays for. */
export function SubscriptionRequired() {
  usePageTitle('Premium Subscription Required')
  return (
    <div className={`${styles.page} ${styles.narrow}`}>
      <div className={styles.head}>
        <h1>Premium Subscription Required</h1>
        <p className={styles.lead}>
          Every house, with all its pictures and the people to call, comes with a subscription.
        </p>
      </div>
      <Plan>
        <ButtonLink to="/subscription/manage">Manage Subscription</ButtonLink>
      </Plan>
    </div>
  )
}
