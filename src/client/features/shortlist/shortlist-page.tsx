import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { failureMessage, latestFailure } from '#client/api/failures.ts'
import { LoadError } from '#client/components/load-error.tsx'
import { shortlistHousesQuery, shortlistQuery } from '#client/data/shortlist.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { formatHouses } from '#client/format/format.ts'
import { labelOf, STATUS_LABELS } from '#client/notes/note-labels.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { PageContent } from '#client/ui/deferred.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import type { Shortlist, ShortlistHouse } from '#contract/shortlist.ts'
import styles from './shortlist-page.module.css'

interface ShortlistPageProps {
  /**
   * Whether the person can open listings without this shortlist. Such a person may have a shortlist
   * of their own.
   */
  hasAccess: boolean
  /**
   * Renders the part of the page about the other person on the shortlist, or about the invitation.
   */
  partner: (shortlist: Shortlist | null) => ReactNode
  cards: (listings: Listing[], shortlist: Shortlist) => ReactNode
}

/** The page of the shared shortlist, from which two people choose a house together. */
export function ShortlistPage(props: ShortlistPageProps) {
  return (
    <div className={`page ${styles.page}`}>
      <PageTitle>Shared Shortlist</PageTitle>
      <h1>Shared Shortlist</h1>
      <PageContent>
        <TheShortlist {...props} />
      </PageContent>
    </div>
  )
}

function TheShortlist({ hasAccess, partner, cards }: ShortlistPageProps) {
  const query = useQuery(shortlistQuery)
  const error = latestFailure(query)
  if (!query.data) {
    if (!error) return <Loading />
    return (
      <LoadError
        name="the shortlist"
        what="Your shortlist"
        error={error}
        onRetry={() => void query.refetch()}
      />
    )
  }
  const { shortlist } = query.data
  if (!shortlist && !hasAccess) return <NoList />
  const isEmpty = !shortlist || (shortlist.is_open && shortlist.houses.length === 0)
  return (
    <div className={isEmpty ? `${styles.parts} ${styles.beside}` : styles.parts}>
      {(hasAccess || shortlist?.other) && partner(shortlist)}
      {shortlist && !shortlist.is_open && <Closed shortlist={shortlist} />}
      {shortlist?.is_open && shortlist.houses.length > 0 && (
        <Houses shortlist={shortlist} cards={cards} />
      )}
      {isEmpty && (
        <EmptyState drawing={<TwoHouses />} title="No houses yet">
          <p>{emptySentence(shortlist)}</p>
          {hasAccess && <ButtonLink to="/listings">Browse Listings</ButtonLink>}
        </EmptyState>
      )}
    </div>
  )
}

/** The page for a person without a subscription and without a shared list. */
function NoList() {
  return (
    <EmptyState drawing={<TwoHouses />} title="Nobody shares a shortlist with you">
      <p role="status">
        If somebody shared a shortlist with you before, one of you has ended the sharing, or the
        other account was deleted. Your notes and photos stay saved. You see them again with a new
        invitation or a subscription.
      </p>
      <p>With a subscription, you see every house, and can share a shortlist yourself.</p>
      <ButtonLink to="/subscription/manage">See the Subscription</ButtonLink>
    </EmptyState>
  )
}

function emptySentence(shortlist: Shortlist | null) {
  return shortlist?.role === 'partner'
    ? `${shortlist.other?.name ?? 'The other person'} has put no house on the list yet.`
    : 'Open a house, and choose “Put on Shared Shortlist” in its notes.'
}

function Closed({ shortlist: { role, other } }: { shortlist: Shortlist }) {
  const sentence =
    role === 'owner'
      ? `Your subscription has ended, so the list is closed for you${other ? ` and ${other.name}` : ''}. When you subscribe again, the list comes back with all notes and photos.`
      : `The subscription of ${other?.name ?? 'the owner'} has ended, so the list is closed. Your notes and photos stay yours. The houses come back when the subscription is renewed.`
  return <p role="status">{sentence}</p>
}

function Houses({
  shortlist,
  cards,
}: Pick<ShortlistPageProps, 'cards'> & { shortlist: Shortlist }) {
  const { data: listings, refetch, ...query } = useQuery(shortlistHousesQuery)
  const error = latestFailure(query)
  const ids = shortlist.houses.map(({ listing_id }) => listing_id)
  const known = new Map(listings?.map((listing) => [listing.id, listing]))
  const missing = ids.filter((id) => !known.has(id)).join(' ')
  const isLoaded = listings !== undefined
  // The other person may have added a house since the listings were fetched. If the listing of a
  // house is missing, refetch the listings.
  useEffect(() => {
    if (isLoaded && missing !== '') void refetch()
  }, [isLoaded, missing, refetch])
  if (!listings) {
    if (!error) return <Loading />
    return (
      <LoadFailure
        title="Error loading the houses"
        reason={failureMessage(error, 'Failed to fetch the houses')}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <>
      <p role="status">{formatHouses(ids.length)}</p>
      {cards(
        ids.flatMap((id) => known.get(id) ?? []),
        shortlist,
      )}
    </>
  )
}

/**
 * The partner's status and verdict for a house. A second line says that the partner does not see
 * the person's own notes and photos. It appears only while the person has not decided whether to
 * share them.
 */
export function PartnerNoteLine({
  house,
  name,
}: {
  house: ShortlistHouse | undefined
  name: string
}) {
  if (!house) return null
  const { their_status, their_verdict, is_asked, has_private_notes } = house
  const theirs = [their_status && statusLabel(their_status), their_verdict]
    .filter(Boolean)
    .join(' · ')
  return (
    <div className={styles.theirs}>
      {theirs ? (
        <p>
          <strong translate="no">{`${name}:`}</strong> <Bilingual>{theirs}</Bilingual>
        </p>
      ) : (
        <p>{`${name} has not shared a summary yet`}</p>
      )}
      {has_private_notes && is_asked && (
        <p className="caption">{`You have notes or photos that ${name} does not see`}</p>
      )}
    </div>
  )
}

function statusLabel(status: string) {
  return labelOf(STATUS_LABELS, status) ?? status
}

function TwoHouses() {
  return <path d="M6 44 34 20l28 24M14 40v38h40V40M62 50l24-20 26 20M70 46v32h36V46M2 78h116" />
}
