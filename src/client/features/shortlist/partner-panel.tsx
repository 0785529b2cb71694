import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ActionButton } from '#client/components/action-button.tsx'
import { ConfirmDialog } from '#client/components/confirm-dialog.tsx'
import { failureToast } from '#client/components/mutation-toasts.ts'
import { ConnectionReason } from '#client/components/server-button.tsx'
import { NEEDS_CONNECTION } from '#client/components/stale-data-notice.tsx'
import { endPartnership } from '#client/data/shortlist-changes.ts'
import { Card } from '#client/ui/card.tsx'
import { showToast } from '#client/ui/toast.ts'
import type { Shortlist } from '#contract/shortlist.ts'
import { Invitation } from './invitation.tsx'
import styles from './shortlist-page.module.css'

interface PartnerPanelProps {
  shortlist: Shortlist | null
  /**
   * Whether the person has no subscription and therefore sees only the houses of this shortlist.
   */
  isGuest: boolean
}

/**
 * Names the other person on the shortlist. If there is no other person, shows the form that invites
 * a person.
 */
export function PartnerPanel({ shortlist, isGuest }: PartnerPanelProps) {
  const name = shortlist?.other?.name
  const isPartner = shortlist?.role === 'partner'
  return (
    <div className={styles.partner}>
      <Card title={name ?? 'Choose together'}>
        <div className={styles.panel}>
          {shortlist && name !== undefined ? (
            <>
              <p>
                {`${
                  isPartner
                    ? `${name} shares these houses with you. You see them in full as long as the subscription of ${name} lasts.`
                    : `${name} sees these houses in full as long as your subscription lasts. ${name} sees no other houses.`
                } Each of you adds your own notes and photos. For each house, you also see what ${name} shares.`}
              </p>
              {isGuest && (
                <p>
                  You need no subscription for this list. With a subscription of your own, you see
                  all other houses too. <Link to="/subscription/manage">See the subscription</Link>
                </p>
              )}
              <Separation name={name} isPartner={isPartner} />
            </>
          ) : (
            <Invitation invitation={shortlist?.invitation ?? null} />
          )}
          <ConnectionReason id={NEEDS_CONNECTION} needing="Sharing needs" className="caption" />
        </div>
      </Card>
    </div>
  )
}

function Separation({ name, isPartner }: { name: string; isPartner: boolean }) {
  const [isAsked, setAsked] = useState(false)
  const end = useMutation({
    ...endPartnership,
    onSettled: () => setAsked(false),
    onError: (error) => showToast(failureToast(error, 'The sharing could not be ended')),
  })
  const action = isPartner ? 'Leave This Shortlist' : `Remove ${name}`
  return (
    <div>
      <ActionButton variant="outline" isPending={end.isPending} onClick={() => setAsked(true)}>
        {`${action}…`}
      </ActionButton>
      <ConfirmDialog
        title={isPartner ? 'Leave this shortlist?' : `Remove ${name} from the shortlist?`}
        action={action}
        isOpen={isAsked}
        isPending={end.isPending}
        onConfirm={() => end.mutate(undefined)}
        onClose={() => setAsked(false)}
      >
        <ul className={styles.told}>
          <li>
            {isPartner
              ? 'You no longer see these houses, unless you have a subscription of your own.'
              : `${name} no longer sees these houses, except with a subscription of their own. The list stays yours.`}
          </li>
          <li>{`You keep your notes and photos, and ${name} keeps theirs. You no longer see each other’s notes and photos.`}</li>
          <li>To share again, you need a new invitation.</li>
        </ul>
      </ConfirmDialog>
    </div>
  )
}
