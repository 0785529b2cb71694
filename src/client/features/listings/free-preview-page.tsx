import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureOf } from '#client/api/failures.ts'
import { freeListingsQuery } from '#client/data/listings.ts'
import { formatExactPrice } from '#client/format/format.ts'
import { Badge } from '#client/ui/badge.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { FREE_LISTINGS } from '#contract/choices.ts'
import { Credits } from './credits.tsx'
import styles from './free-preview-page.module.css'
import { CardGrid, ListingCard } from './listing-card.tsx'
import { loadingOf } from './listing-cards.tsx'
import { ListingRows } from './listing-rows.tsx'
import { OpenedGallery, preloadGallery, useOpenGallery } from './opened-gallery.tsx'
import { ListingsError, LoadingListings, NoListings, type NotSavedSlot } from './results-states.tsx'
import { tellApart } from './tell-apart.ts'

interface FreePreviewPageProps {
  /** A sentence about what a subscription adds; empty for people with access. */
  beyond: ReactNode
  /** The offer to subscribe. */
  offer: ReactNode
  notSaved: NotSavedSlot
}

/** A few houses that everyone may see. */
export function FreePreviewPage(props: FreePreviewPageProps) {
  return (
    <div className={styles.page}>
      <PageTitle>Free Preview</PageTitle>
      <div className={styles.head}>
        <div className={styles.words}>
          <h1>Free Preview</h1>
          <Lead>{props.beyond}</Lead>
        </div>
        {props.offer}
      </div>
      <FreeListings {...props} />
    </div>
  )
}

/** Counts the houses below when they are loaded; until then it names the maximum. */
function Lead({ children }: { children: ReactNode }) {
  const { data } = useQuery(freeListingsQuery)
  return (
    <p className={styles.lead}>
      {describeOffer(data?.length)} {children}
    </p>
  )
}

function describeOffer(count: number | undefined) {
  if (count === 0) return 'There are no free listings right now.'
  if (count === undefined)
    return `Up to ${FREE_LISTINGS} listings to look at for free: ${ALL_OF_IT}`
  return `${count === 1 ? 'Here is 1 listing' : `Here are ${count} listings`} to look at for free: ${ALL_OF_IT}`
}

const ALL_OF_IT = 'every photo, every size, every price.'

function FreeListings({ offer, notSaved }: FreePreviewPageProps) {
  const free = useQuery(freeListingsQuery)
  const open = useOpenGallery()
  const listings = free.data
  if (!listings) {
    // Read these only here: the rendered houses then do not re-render when they change.
    const { refetch } = free
    const error = failureOf(free)
    if (!error) return <LoadingListings rows={9} />
    return <ListingsError error={error} onRetry={() => void refetch()} notSaved={notSaved} />
  }
  if (listings.length === 0) return <NoListings />
  const ordinals = tellApart(listings)

  return (
    <section aria-label="Listings">
      <CardGrid roomy>
        {listings.map((listing, position) => (
          <ListingCard
            key={listing.id}
            listing={listing}
            ordinal={ordinals[position]}
            roomy
            price={formatExactPrice(listing.price)}
            badges={listing.floorPlan && <Badge>{listing.floorPlan}</Badge>}
            loading={loadingOf(position)}
            onOpen={() => open(listing.id)}
            onIntent={preloadGallery}
          >
            <ListingRows listing={listing} price={formatExactPrice(listing.price)} />
          </ListingCard>
        ))}
      </CardGrid>
      <Credits listings={listings} />
      <OpenedGallery listings={listings} formatPrice={formatExactPrice}>
        {offer}
      </OpenedGallery>
    </section>
  )
}
