import { saveFile } from '#client/browser/save-file.ts'
import { ActionButton } from '#client/components/action-button.tsx'
import { fetchOwnData } from '#client/data/own-data.ts'
import { Card } from '#client/ui/card.tsx'
import { OutcomePlace, useOutcome } from '#client/ui/outcome.tsx'
import styles from './account.module.css'
import { useChange } from './use-change.ts'

/** Downloads the personal data of the account. */
export function OwnData() {
  const [outcome, setOutcome] = useOutcome()
  const { submit, isPending } = useChange(
    { ...fetchOwnData, onSuccess: saveFile },
    {
      success: ({ name }) => `Your data is in the file ${name}.`,
      failure: 'Failed to download your data',
      onOutcome: setOutcome,
    },
  )
  return (
    <Card title="Your Data">
      <div className={styles.rows}>
        <OutcomePlace outcome={outcome} />
        <p className={styles.soft}>
          A file with everything Engawa keeps about you: your account with its picture, your
          subscription and payments, your favorites and notes, your part in a shared shortlist, and
          where you are signed in.
        </p>
        <div>
          <ActionButton variant="outline" isPending={isPending} onClick={() => submit(undefined)}>
            {isPending ? 'Preparing…' : 'Download My Data'}
          </ActionButton>
        </div>
      </div>
    </Card>
  )
}
