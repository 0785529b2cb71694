import { useMutation } from '@tanstack/react-query'
import { ConfirmDialog } from '#client/components/confirm-dialog.tsx'
import { mutationToasts } from '#client/components/mutation-toasts.ts'
import { blockUser, createUser, deleteUser, updateUser } from '#client/data/users.ts'
import { Dialog } from '#client/ui/chakra/dialog.tsx'
import { showToast } from '#client/ui/toast.ts'
import type { UserSummary } from '#contract/users.ts'
import { UserForm } from './user-form.tsx'
import styles from './users.module.css'

/** The dialogs for creating, editing, blocking and deleting users. */

interface DialogProps {
  isOpen: boolean
  onClose: () => void
}

export function CreateUser({ isOpen, onClose }: DialogProps) {
  const { mutate, isPending } = useMutation({
    ...createUser,
    ...mutationToasts({
      success: 'User created successfully',
      failure: 'Failed to create user',
      onSuccess: onClose,
    }),
  })
  return (
    <Dialog title="Create New User" isOpen={isOpen} onClose={onClose}>
      <UserForm
        action="Create User"
        isPending={isPending}
        onCancel={onClose}
        onSend={({ password = '', ...values }, onError) =>
          mutate({ ...values, password }, { onError })
        }
      />
    </Dialog>
  )
}

interface UserDialogProps {
  /** The user to edit. Undefined while the dialog is closed. */
  user: UserSummary | undefined
  onClose: () => void
}

export function EditUser({ user, ownId, onClose }: UserDialogProps & { ownId: string }) {
  const { mutate, isPending } = useMutation({
    ...updateUser,
    ...mutationToasts({
      success: 'User updated successfully',
      failure: 'Failed to update user',
      onSuccess: onClose,
    }),
  })
  return (
    <Dialog title="Edit User" isOpen={user !== undefined} onClose={onClose}>
      {user && (
        <UserForm
          user={user}
          isOwn={user.id === ownId}
          action="Save"
          isPending={isPending}
          onCancel={onClose}
          onSend={(values, onError) => mutate({ id: user.id, ...values }, { onError })}
        />
      )}
    </Dialog>
  )
}

export function BlockUser({ user, onClose }: UserDialogProps) {
  const { onError } = mutationToasts({ success: '', failure: 'Failed to block user' })
  const { mutate, isPending } = useMutation({
    ...blockUser,
    onError,
    onSuccess: ({ is_renewal_unstopped: isUnstopped }) => {
      onClose()
      showToast({
        type: isUnstopped ? 'warning' : 'success',
        title: 'User blocked successfully',
        ...(isUnstopped && {
          description:
            'The payment provider is not answering. When the provider answers again, the renewal will be stopped.',
        }),
      })
    },
  })
  return (
    <ConfirmDialog
      title={`Block ${user?.name}?`}
      action={isPending ? 'Blocking…' : 'Block'}
      isOpen={user !== undefined}
      isPending={isPending}
      onConfirm={() => user && mutate({ id: user.id, block: true })}
      onClose={onClose}
    >
      <p className={styles.whom}>{user?.email}</p>
      <ul className={styles.consequences}>
        <li>
          They are logged out everywhere immediately, and cannot sign in until you unblock them.
        </li>
        <li>
          The renewal of a paid subscription is stopped. The subscription stays valid until the end
          of the paid period.
        </li>
        <li>Their account and their favorites are kept.</li>
      </ul>
    </ConfirmDialog>
  )
}

export function DeleteUser({
  user,
  onClose,
  onDeleted,
  finalFocus,
}: UserDialogProps & { onDeleted: () => void; finalFocus: () => HTMLElement | null }) {
  const { mutate, isPending } = useMutation({
    ...deleteUser,
    ...mutationToasts({
      success: 'User deleted successfully',
      failure: 'Failed to delete user',
      onSuccess: () => {
        onClose()
        onDeleted()
      },
    }),
  })
  return (
    <ConfirmDialog
      title={`Delete ${user?.name}?`}
      action={isPending ? 'Deleting…' : 'Delete'}
      isOpen={user !== undefined}
      isPending={isPending}
      onConfirm={() => user && mutate(user.id)}
      onClose={onClose}
      finalFocus={finalFocus}
    >
      <p className={styles.whom}>{user?.email}</p>
      <ul className={styles.consequences}>
        <li>They are logged out everywhere immediately.</li>
        <li>A paid subscription ends immediately, without a refund.</li>
        <li>Their account and their favorites are deleted. This cannot be undone.</li>
      </ul>
    </ConfirmDialog>
  )
}
