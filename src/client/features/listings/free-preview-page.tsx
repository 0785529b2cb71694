import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { freeListingsQuery } from '#client/data/listings.ts'
import { formatExactPrice } from '#client/format.ts'
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

interface FreePreviewPageProps {
  /** What there is besides, and how to get it. */
  offer: ReactNode
  notSaved: NotSavedSlot
}

/** A look at a few houses, for everyone. */
export function FreePreviewPage(props: FreePreviewPageProps) {
  return (
    <div className={styles.page}>
      <PageTitle>Free Preview</PageTitle>
      <div className={styles.head}>
        <div className={styles.words}>
          <h1>Free Preview</h1>
          <p className={styles.lead}>
            Here are {FREE_LISTINGS} listings to look at for free: every photo, every size, every
            price. A subscription opens all the others, and says whom to call.
          </p>
        </div>
        {props.offer}
      </div>
      <FreeListings {...props} />
    </div>
  )
}

function FreeListings({ offer, notSaved }: FreePreviewPageProps) {
  const free = useQuery(freeListingsQuery)
  const open = useOpenGallery()
  const listings = free.data
  if (!listings) {
    // Asked only here: the houses are not drawn anew for it.
    const { error, isFetching, refetch } = free
    if (isFetching || !error) return <LoadingListings rows={9} />
    return <ListingsError error={error} onRetry={() => void refetch()} notSaved={notSaved} />
  }
  if (listings.length === 0) return <NoListings />

  return (
    <section aria-label="Listings">
      <CardGrid roomy>
        {listings.map((listing, position) => (
          <ListingCard
            key={listing.id}
            listing={listing}
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
