import * as z from 'zod/mini'
import { deleteAccount } from '#client/account-session/delete-account.ts'
import { ActionButton } from '#client/components/action-button.tsx'
import { DialogForm } from '#client/ui/chakra/dialog-form.tsx'
import { HiddenUsername } from '#client/ui/hidden-username.tsx'
import { OutcomeMessage, useOutcome } from '#client/ui/outcome.tsx'
import { useForm } from '#client/ui/use-form.ts'
import styles from './account.module.css'
import { CurrentPassword, CurrentPasswordField } from './current-password.tsx'
import { useChange } from './use-change.ts'

const Deletion = z.object({ password: CurrentPassword })

interface DeletionFormProps {
  email: string
  onDeleted: () => void
  onCancel: () => void
}

/** Explains what deleting the account does, and asks for the password. */
export function DeletionForm({ email, onDeleted, onCancel }: DeletionFormProps) {
  const { field, onSubmit } = useForm(Deletion)
  const [outcome, setOutcome] = useOutcome()
  const { submit, isPending } = useChange(
    { ...deleteAccount, onSuccess: onDeleted },
    { failure: 'Failed to delete your account', onOutcome: setOutcome },
  )
  return (
    <DialogForm
      onCancel={onCancel}
      onSubmit={onSubmit(submit, () => setOutcome(null))}
      action={
        <ActionButton type="submit" colorPalette="danger" isPending={isPending}>
          {isPending ? 'Deleting…' : 'Delete My Account'}
        </ActionButton>
      }
    >
      <OutcomeMessage outcome={outcome} />
      <ul className={styles.consequences}>
        <li>
          Your name, profile picture, favorites, saved searches, notes and photos are deleted, and
          you are logged out everywhere.
        </li>
        <li>
          If you have a subscription, it ends immediately, even if you have paid for longer. You
          will not be charged again.
        </li>
        <li>
          A shortlist that you share is deleted for your partner too, with the notes and photos that
          you shared. A shortlist that somebody shares with you stays, but without your notes and
          photos.
        </li>
        <li>This cannot be undone.</li>
      </ul>
      <HiddenUsername email={email} />
      <CurrentPasswordField {...field('password')} />
    </DialogForm>
  )
}
