import { type ChangeEvent, useEffect, useId, useState } from 'react'
import { NEEDS_CONNECTION } from '#client/components/stale-data-notice.tsx'
import { changeProfilePicture } from '#client/data/account-changes.ts'
import { useIsOnline } from '#client/sync/use-is-online.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { buttonClass } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Spinner } from '#client/ui/loading.tsx'
import { OutcomeMessage, useOutcome } from '#client/ui/outcome.tsx'
import type { User } from '#contract/account.ts'
import styles from './profile-picture.module.css'
import { useChange } from './use-change.ts'

export function ProfilePicture({ user }: { user: User }) {
  const [outcome, setOutcome] = useOutcome()
  const { submit, isPending } = useChange(changeProfilePicture, {
    success: 'Profile picture updated successfully!',
    failure: 'Failed to update profile picture',
    onOutcome: setOutcome,
  })
  const [preview, setPreview] = usePreview()
  const isOnline = useIsOnline()
  const id = useId()

  async function choose({ currentTarget: input }: ChangeEvent<HTMLInputElement>) {
    const file = input.files?.[0]
    const fault = findFault(file)
    if (!file || fault) return setOutcome({ type: 'error', sentence: fault })
    setPreview(file)
    await submit(file)
    setPreview(null)
    // Clear the file input. Otherwise the browser fires no event when the person chooses the same
    // file again.
    input.value = ''
  }

  return (
    <Card title="Profile Picture">
      <div className={styles.rows}>
        <OutcomeMessage outcome={outcome} />
        <div className={styles.picture}>
          <div className={styles.preview}>
            <Avatar large name={user.name} picture={preview ?? user.profile_picture} />
            {isPending && (
              <span className={styles.veil} role="status">
                <Spinner />
                <span className="visually-hidden">Uploading…</span>
              </span>
            )}
          </div>
          <div className={styles.choice}>
            <input
              className={`visually-hidden ${styles.input}`}
              id={id}
              type="file"
              accept="image/*"
              disabled={isPending || !isOnline}
              aria-describedby={isOnline ? `${id}-hint` : `${id}-hint ${NEEDS_CONNECTION}`}
              onChange={choose}
            />
            <label className={buttonClass({ variant: 'secondary' }, styles.button)} htmlFor={id}>
              {isPending ? 'Uploading…' : 'Choose Picture'}
            </label>
            <p className="caption" id={`${id}-hint`}>
              Upload a JPG, PNG, or GIF (max 5MB)
            </p>
          </div>
        </div>
      </div>
    </Card>
  )
}

function findFault(file: File | undefined) {
  if (!file) return 'No file selected'
  return file.type.startsWith('image/') ? '' : 'Please select an image file'
}

/** An object URL for a local file, revoked when the preview ends. */
function usePreview() {
  const [preview, setPreview] = useState<string | null>(null)
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview])
  return [preview, (file: File | null) => setPreview(file && URL.createObjectURL(file))] as const
}
