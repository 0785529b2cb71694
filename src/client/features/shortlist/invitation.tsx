import { useMutation } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { failureMessage } from '#client/api/failures.ts'
import { ActionButton } from '#client/components/action-button.tsx'
import { failureToast } from '#client/components/mutation-toasts.ts'
import { inviteToShortlist, withdrawInvitation } from '#client/data/shortlist-changes.ts'
import { formatLongDay } from '#client/format/days.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Field } from '#client/ui/field.tsx'
import { copyLink, shareLink, useCanShare } from '#client/ui/share-link.ts'
import { showToast } from '#client/ui/toast.ts'
import { useForm } from '#client/ui/use-form.ts'
import { Email } from '#contract/fields.ts'
import type { Shortlist } from '#contract/shortlist.ts'
import { MAX_GUESTS_A_YEAR } from '#contract/shortlist-limits.ts'
import styles from './shortlist-page.module.css'

const Mailing = z.object({ email: Email })
const COPIED = 'Send the link to the one person who should join. The link works once.'

export function Invitation({ invitation }: Pick<Shortlist, 'invitation'>) {
  const { field, onSubmit } = useForm(Mailing)
  const invite = useMutation(inviteToShortlist)
  const withdraw = useMutation({
    ...withdrawInvitation,
    onError: (error) => showToast(failureToast(error, 'The invitation could not be withdrawn')),
  })
  const link = invitation ? invite.data?.link : undefined
  return (
    <div className={styles.invite}>
      <p>{`Invite one person to choose a house with you. They need an account, but no subscription. As long as your subscription lasts, they see the houses on this list in full. They see no other houses. Your notes and photos stay private until you share them, house by house. You share the list with one person at a time. Within a year, you can share it with at most ${MAX_GUESTS_A_YEAR} people who have no subscription.`}</p>
      {invite.error && (
        <Alert type="error">{failureMessage(invite.error, 'The invitation failed')}</Alert>
      )}
      {invitation && (
        <div className={styles.invite} role="status">
          <p>{`An invitation ${invitation.email ? `to ${invitation.email} ` : ''}is open until ${formatLongDay(invitation.expires_at)}. The link works once. A new invitation replaces this one.`}</p>
          {link && (
            <p className={styles.link}>
              <code>{link}</code>
            </p>
          )}
          <div className={styles.buttons}>
            {link && <SendLink link={link} />}
            <ActionButton
              variant="outline"
              isPending={withdraw.isPending}
              onClick={() => {
                invite.reset()
                withdraw.mutate(undefined)
              }}
            >
              Withdraw the Invitation
            </ActionButton>
          </div>
        </div>
      )}
      <div>
        <ActionButton
          variant={invitation ? 'outline' : undefined}
          isPending={invite.isPending}
          onClick={() => invite.mutate(undefined)}
        >
          {invitation ? 'Create a New Link' : 'Create a Link'}
        </ActionButton>
      </div>
      {/*
        A new invitation link changes the form's `key`. React then remounts the form, and the email
        field is empty again.
      */}
      <form
        key={link}
        className={styles.invite}
        noValidate
        onSubmit={onSubmit(({ email }) => invite.mutate(email))}
      >
        <Field
          label="Or mail the invitation to"
          type="email"
          autoComplete="off"
          {...field('email')}
        />
        <div>
          <ActionButton type="submit" variant="outline" isPending={invite.isPending}>
            Send the Invitation
          </ActionButton>
        </div>
      </form>
    </div>
  )
}

/**
 * The buttons that send the link of a new invitation. The app shows the link only now, because the
 * server does not store it.
 */
function SendLink({ link }: { link: string }) {
  const canShare = useCanShare()
  const title = 'A shared shortlist on Engawa'
  return (
    <>
      <ActionButton onClick={() => void copyLink(link, COPIED)}>Copy Link</ActionButton>
      {canShare && (
        <ActionButton variant="outline" onClick={() => void shareLink({ title, link }, COPIED)}>
          Share
        </ActionButton>
      )}
    </>
  )
}
