import { formatLongDay } from '#client/format/days.ts'
import { Card } from '#client/ui/card.tsx'
import type { User } from '#contract/account.ts'
import styles from './account.module.css'

export function AccountStatus({ user: { is_active, updated_at } }: { user: User }) {
  return (
    <Card title="Account Status">
      <p className={is_active ? styles.active : styles.inactive}>
        {`Account is ${is_active ? 'Active' : 'Inactive'}`}
      </p>
      <p className={styles.soft}>{`Last updated ${formatLongDay(updated_at)}`}</p>
    </Card>
  )
}
