import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionButton } from '#client/components/action-button.tsx'
import { ConfirmDialog } from '#client/components/confirm-dialog.tsx'
import { mutationToasts } from '#client/components/mutation-toasts.ts'
import { hideListing, revertField, withdrawListing } from '#client/data/inventory.ts'
import { ButtonRow } from '#client/ui/button-row.tsx'
import { Card } from '#client/ui/card.tsx'
import { focusPage } from '#client/ui/focus-page.ts'
import type { InventoryListing } from '#contract/inventory.ts'
import styles from './offer.module.css'
import { SameHouseLine } from './same-house.tsx'

export function Offer({ entry }: { entry: InventoryListing }) {
  const { state, hidden_by, same_house, favorite_count, withdrawal_edited } = entry
  const reasons = hidden_by.flatMap((reason) => (reason === 'duplicate' ? [] : reason))
  return (
    <Card title="Offer">
      <div className={styles.offer}>
        <p>{SENTENCES[state]}</p>
        {reasons.map((reason) => (
          <p key={reason}>{REASONS[reason]}</p>
        ))}
        {same_house.map((other) => (
          <SameHouseLine key={other.id} other={other} />
        ))}
        <p>{describeFavorites(favorite_count)}</p>
        {withdrawal_edited && <LeaveToImports entry={entry} />}
        <ButtonRow>
          <Visibility entry={entry} />
          <Withdrawal entry={entry} />
        </ButtonRow>
      </div>
    </Card>
  )
}

const SENTENCES = {
  offered: 'Every subscriber can see this listing.',
  withdrawn:
    'This listing is no longer offered. Only people who have it in their favorites can see it.',
  hidden: 'This listing is hidden from every page.',
}

const REASONS = {
  administrator: 'An administrator has hidden it.',
  municipality: 'Its municipality has opted out (see Contacts).',
  source: 'Its source has opted out (see Contacts).',
}

function describeFavorites(count: number) {
  if (count === 0) return 'Nobody has this listing in their favorites.'
  return count === 1
    ? '1 person has this listing in their favorites.'
    : `${count} people have this listing in their favorites.`
}

function describeOthers(count: number) {
  return count === 1
    ? 'Another source lists this house too. Searches will show its listing.'
    : `${count} other sources list this house. Searches will show one of their listings.`
}

interface ActionProps {
  entry: InventoryListing
}

/**
 * One button hides the listing or shows it again. With two buttons, the focus would be lost when
 * one button replaces the other.
 */
function Visibility({ entry: { listing, hidden_by, favorite_count } }: ActionProps) {
  const isHidden = hidden_by.includes('administrator')
  const others = listing.otherListings?.length ?? 0
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending } = useMutation(hideListing)
  const set = (hidden: boolean) =>
    mutate(
      { id: listing._id, hidden },
      mutationToasts({
        success: hidden ? 'Listing hidden' : 'Listing shown again',
        failure: `Failed to ${hidden ? 'hide' : 'show'} the listing`,
        onSuccess: () => setAsking(false),
      }),
    )
  return (
    <>
      <ActionButton
        variant="outline"
        isPending={isPending}
        onClick={() => (isHidden ? set(false) : setAsking(true))}
      >
        {isHidden ? 'Show again' : 'Hide'}
      </ActionButton>
      <ConfirmDialog
        title="Hide this listing?"
        action="Hide listing"
        isOpen={isAsking}
        isPending={isPending}
        onConfirm={() => set(true)}
        onClose={() => setAsking(false)}
      >
        {others > 0 && <p>{describeOthers(others)}</p>}
        <p>
          {`The listing disappears from every page, its link stops working, and imports keep it hidden. ${describeFavorites(favorite_count)}${favorite_count > 0 ? ' Their favorites do not show the listing either, until you show it again.' : ''}`}
        </p>
      </ConfirmDialog>
    </>
  )
}

function Withdrawal({ entry: { listing, favorite_count } }: ActionProps) {
  const isWithdrawn = listing.withdrawn
  const others = listing.otherListings?.length ?? 0
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending } = useMutation(withdrawListing)
  const set = (withdrawn: boolean) =>
    mutate(
      { id: listing._id, withdrawn },
      mutationToasts({
        success: withdrawn ? 'Listing withdrawn' : 'Listing offered again',
        failure: withdrawn ? 'Failed to withdraw the listing' : 'Failed to offer the listing again',
        onSuccess: () => setAsking(false),
      }),
    )
  return (
    <>
      <ActionButton
        variant="outline"
        isPending={isPending}
        onClick={() => (isWithdrawn ? set(false) : setAsking(true))}
      >
        {isWithdrawn ? 'Offer again' : 'Withdraw'}
      </ActionButton>
      <ConfirmDialog
        title="Withdraw this listing?"
        action="Withdraw listing"
        isOpen={isAsking}
        isPending={isPending}
        onConfirm={() => set(true)}
        onClose={() => setAsking(false)}
      >
        {others > 0 && <p>{describeOthers(others)}</p>}
        <p>
          {`The listing disappears from searches, and imports will not offer it again. ${describeFavorites(favorite_count)}${favorite_count > 0 ? ' They still see the listing, marked as no longer offered.' : ''}`}
        </p>
      </ConfirmDialog>
    </>
  )
}

/**
 * Imports keep an administrator's decision about whether the listing is offered. This button undoes
 * the decision, so that the next import decides again.
 */
function LeaveToImports({ entry: { listing } }: ActionProps) {
  const { mutate, isPending } = useMutation(revertField)
  const toasts = mutationToasts({
    success: 'The next import decides whether the listing is offered',
    failure: 'Failed to leave the decision to imports',
    onSuccess: focusPage,
  })
  return (
    <div>
      <p className="soft">{`An administrator has ${listing.withdrawn ? 'withdrawn this listing' : 'offered this listing again'}, and imports will not change this.`}</p>
      <ActionButton
        variant="ghost"
        className={styles.revert}
        isPending={isPending}
        onClick={() => mutate({ id: listing._id, field: 'withdrawal' }, toasts)}
      >
        Let imports decide
      </ActionButton>
    </div>
  )
}
