import { formatLongDay } from '#client/format/days.ts'
import { capitalise } from '#client/format/format.ts'
import { Card } from '#client/ui/card.tsx'
import { OutcomeMessage, useOutcome } from '#client/ui/outcome.tsx'
import type { User } from '#contract/account.ts'
import styles from './account.module.css'
import { EditEmail } from './edit-email.tsx'
import { EditName } from './edit-name.tsx'
import { Editable } from './editable.tsx'

export function AccountInformation({ user }: { user: User }) {
  const [outcome, setOutcome] = useOutcome()
  return (
    <Card title="Account Information">
      <div className={styles.rows}>
        <OutcomeMessage outcome={outcome} />
        <Editable label="Full Name" value={user.name} onEdit={() => setOutcome(null)}>
          {(close) => <EditName name={user.name} onOutcome={setOutcome} onClose={close} />}
        </Editable>
        <Editable label="Email Address" value={user.email} onEdit={() => setOutcome(null)}>
          {(close) => <EditEmail email={user.email} onOutcome={setOutcome} onClose={close} />}
        </Editable>
        <dl className={styles.facts}>
          <dt>Account Type</dt>
          <dd>{capitalise(user.role)}</dd>
          <dt>Member Since</dt>
          <dd>{formatLongDay(user.created_at)}</dd>
        </dl>
      </div>
    </Card>
  )
}
