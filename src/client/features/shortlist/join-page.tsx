import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureMessage, latestFailure } from '#client/api/failures.ts'
import { readInvitationToken } from '#client/data/pending-invitation.ts'
import { invitationQuery, inviterQuery } from '#client/data/shortlist.ts'
import { acceptInvitation } from '#client/data/shortlist-changes.ts'
import { formatHouses } from '#client/format/format.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { ButtonRow } from '#client/ui/button-row.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { VerandaPage } from '#client/ui/veranda-page.tsx'
import styles from './shortlist-page.module.css'

interface JoinPageProps {
  isSignedIn: boolean
  onJoined: () => void
}

/**
 * The page that the link of an invitation opens. It explains what joining means, and has the button
 * to join.
 */
export function JoinPage({ isSignedIn, onJoined }: JoinPageProps) {
  const [token] = useState(() => readInvitationToken(location.hash))
  return (
    <VerandaPage
      title="A shared shortlist"
      lead="Somebody would like to choose a house in Japan together with you."
    >
      {token === undefined ? (
        <Alert type="error">
          This invitation is not complete. Open the whole link, or ask for a new one.
        </Alert>
      ) : isSignedIn ? (
        <Invited token={token} onJoined={onJoined} />
      ) : (
        <InvitedVisitor token={token} />
      )}
    </VerandaPage>
  )
}

function InvitedVisitor({ token }: { token: string }) {
  const query = useQuery(inviterQuery(token))
  const error = latestFailure(query)
  return (
    <>
      {error && (
        <Alert type="error">{failureMessage(error, 'The invitation could not be read')}</Alert>
      )}
      {query.data && <Invitation {...query.data} />}
      <p>You need an account to join, but no subscription.</p>
      <ButtonRow>
        <ButtonLink to="/register" search={{ from: '/join' }}>
          Create an Account
        </ButtonLink>
        <ButtonLink to="/login" search={{ from: '/join' }} variant="secondary">
          Sign In
        </ButtonLink>
      </ButtonRow>
    </>
  )
}

/** The sentence that names who invites. */
function Invitation({ inviter, houses }: { inviter: string | null; houses: number }) {
  return (
    <p>
      {inviter === null ? <span>A member</span> : <strong translate="no">{inviter}</strong>}{' '}
      <span>{`invites you to a list of ${formatHouses(houses)}.`}</span>
    </p>
  )
}

function Invited({ token, onJoined }: { token: string; onJoined: () => void }) {
  const query = useQuery(invitationQuery(token))
  const join = useMutation(acceptInvitation)
  const error = latestFailure(query)
  if (error) {
    return <Alert type="error">{failureMessage(error, 'The invitation could not be read')}</Alert>
  }
  if (!query.data) return <Loading />
  const { inviter, houses, own_list } = query.data
  if (own_list?.is_shared) {
    return (
      <>
        <p>
          <strong translate="no">{inviter}</strong>{' '}
          <span>{`invites you to a list of ${formatHouses(houses)}. You already share a shortlist, and you can share only one at a time. End that sharing first, then open this invitation again.`}</span>
        </p>
        <ButtonRow>
          <ButtonLink to="/shortlist">Open Your Shortlist</ButtonLink>
        </ButtonRow>
      </>
    )
  }
  const hasOwnHouses = own_list !== null && own_list.houses > 0
  return (
    <>
      <Invitation inviter={inviter} houses={houses} />
      <ul className={styles.told}>
        <li>{`You see these houses in full, as long as the subscription of ${inviter} lasts.`}</li>
        <li>
          {`${inviter} sees your name. For each house, you choose whether ${inviter} also sees your notes and photos. Until you share them, only you see them.`}
        </li>
        {hasOwnHouses && (
          <li>{`Your own shortlist of ${formatHouses(own_list.houses)} is deleted when you join. An invitation that you have sent stops working. You keep your favorites.`}</li>
        )}
        <li>You can leave at any time. Your notes and photos stay yours.</li>
      </ul>
      {join.error && (
        <Alert type="error">{failureMessage(join.error, 'You could not join the shortlist')}</Alert>
      )}
      <Button
        wide
        disabled={join.isPending}
        onClick={() =>
          join.mutate({ token, leaves_own_list: hasOwnHouses }, { onSuccess: onJoined })
        }
      >
        {join.isPending ? 'Joining…' : 'Join the Shortlist'}
      </Button>
    </>
  )
}
