import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ActionButton } from '#client/components/action-button.tsx'
import { mutationToasts } from '#client/components/mutation-toasts.ts'
import { blockUser, sendPasswordReset } from '#client/data/users.ts'
import { icon, PencilIcon } from '#client/ui/icons.tsx'
import type { UserSummary } from '#contract/users.ts'
import styles from './users.module.css'

const BlockIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="m6 6 12 12" />
  </>,
)

const UnblockIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="m8 12.25 2.75 2.75L16 9.5" />
  </>,
)

const MailIcon = icon(
  <>
    <rect x="3" y="5.5" width="18" height="13" rx="2" />
    <path d="m3.5 7 8.5 6.5L20.5 7" />
  </>,
)

const BinIcon = icon(
  <path d="M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 12.5h9l1-12.5M10.25 10.5v5.5M13.75 10.5v5.5" />,
)

/** The actions on a user that open a dialog first. */
export type Question = 'edit' | 'block' | 'delete'

interface UserActionsProps {
  user: UserSummary
  /**
   * Whether the account belongs to the signed-in administrator. Administrators cannot block or
   * delete their own account.
   */
  isOwn: boolean
  onAsk: (question: Question) => void
}

export function UserActions({ user, isOwn, onAsk }: UserActionsProps) {
  const { id, name, is_blocked: isBlocked } = user
  const reset = useMutation({
    ...sendPasswordReset,
    ...mutationToasts({
      success: 'Password reset email sent',
      failure: 'Failed to send password reset',
    }),
  })
  const unblock = useMutation({
    ...blockUser,
    ...mutationToasts({
      success: 'User unblocked successfully',
      failure: 'Failed to unblock user',
    }),
  })
  return (
    <div className={styles.actions}>
      <IconButton label={`Edit ${name}`} onClick={() => onAsk('edit')}>
        <PencilIcon />
      </IconButton>
      <IconButton
        label={`${isBlocked ? 'Unblock' : 'Block'} ${name}`}
        never={isOwn && 'You cannot block yourself'}
        isPending={unblock.isPending}
        onClick={() => (isBlocked ? unblock.mutate({ id, block: false }) : onAsk('block'))}
      >
        {isBlocked ? <UnblockIcon /> : <BlockIcon />}
      </IconButton>
      <IconButton
        label={`Send password reset to ${name}`}
        never={isBlocked && `${name} is blocked. Unblock the account to send a password reset`}
        isPending={reset.isPending}
        onClick={() => reset.mutate(id)}
      >
        <MailIcon />
      </IconButton>
      <IconButton
        label={`Delete ${name}`}
        never={isOwn && 'Delete your own account in Account Settings'}
        isDanger
        onClick={() => onAsk('delete')}
      >
        <BinIcon />
      </IconButton>
    </div>
  )
}

interface IconButtonProps {
  label: string
  /** The reason why the action is impossible. If given, the reason replaces the label. */
  never?: string | false
  isPending?: boolean
  isDanger?: boolean
  onClick: () => void
  children: ReactNode
}

function IconButton({
  label,
  never = false,
  isPending = false,
  isDanger = false,
  onClick,
  children,
}: IconButtonProps) {
  return (
    <ActionButton
      variant="ghost"
      className={`${styles.icon} ${isDanger ? styles.danger : ''}`}
      aria-label={never || label}
      isPending={isPending || never !== false}
      // Ignore the second click of a double click, because the action of the button may have
      // changed after the first click.
      onClick={({ detail }) => detail <= 1 && onClick()}
    >
      {children}
    </ActionButton>
  )
}
