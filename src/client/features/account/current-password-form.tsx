import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { takeFocus } from '#client/ui/focus.ts'
import { HiddenUsername } from '#client/ui/hidden-username.tsx'
import { useForm } from '#client/ui/use-form.ts'
import type { User } from '#contract/account.ts'
import styles from './account.module.css'
import { CurrentPassword, CurrentPasswordField } from './current-password.tsx'
import { EditForm } from './edit-form.tsx'

const Confirmation = z.object({ password: CurrentPassword })

interface CurrentPasswordFormProps {
  user: User
  action: string
  isPending: boolean
  onSubmit: (password: string) => void
  onCancel: () => void
  /** Removes the message of the previous attempt. */
  onForget: () => void
  /** What the action does. */
  children: ReactNode
}

/** Asks for the current password before a change of the second factor. */
export function CurrentPasswordForm({
  user,
  action,
  isPending,
  onSubmit: send,
  onCancel,
  onForget,
  children,
}: CurrentPasswordFormProps) {
  const { field, onSubmit } = useForm(Confirmation)
  return (
    <EditForm
      action={action}
      isPending={isPending}
      onCancel={onCancel}
      onSubmit={onSubmit(({ password }) => send(password), onForget)}
    >
      <p className={styles.soft}>{children}</p>
      <HiddenUsername email={user.email} />
      <CurrentPasswordField ref={takeFocus} {...field('password')} />
    </EditForm>
  )
}
