import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { latestFailure } from '#client/api/failures.ts'
import { lazyPart } from '#client/components/lazy-part.tsx'
import { LoadError } from '#client/components/load-error.tsx'
import { RateNote } from '#client/components/rate-note.tsx'
import { useDisplay } from '#client/components/use-display.ts'
import { chooseVisitorCurrency, useAnyDisplay } from '#client/components/use-visitor-display.ts'
import { freeListingsQuery } from '#client/data/listings.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { BothPrices } from '#client/features/listings/converted-price.tsx'
import { Credits } from '#client/features/listings/credits.tsx'
import {
  CardGrid,
  isPhotographed,
  ListingCard,
  loadingOf,
} from '#client/features/listings/listing-card.tsx'
import { ListingRows } from '#client/features/listings/listing-rows.tsx'
import { numberSameTitles } from '#client/features/listings/number-same-titles.ts'
import {
  OpenedGallery,
  preloadGallery,
  useOpenGallery,
} from '#client/features/listings/opened-gallery.tsx'
import { LoadingListings, NoListings } from '#client/features/listings/results-states.tsx'
import { ShortPrice } from '#client/features/listings/short-price.tsx'
import { formatExactPrice } from '#client/format/format.ts'
import { formatConvertedPrice } from '#client/format/price.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Select } from '#client/ui/field.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { FREE_LISTINGS } from '#contract/choices.ts'
import { CURRENCY_CODES } from '#contract/currencies.ts'
import type { Display } from '#contract/display.ts'
import styles from './free-preview-page.module.css'

/** Loaded lazily, because only an opened house needs this code. */
const HouseDetails = lazyPart(() => import('#client/features/house/house-details.tsx'))

function preloadDetails() {
  preloadGallery()
  HouseDetails.preload()
}

interface FreePreviewPageProps {
  /** A sentence about what a subscription adds; empty for people with access. */
  beyond: ReactNode
  /** The card with the next step, such as a button to register or to open the listings. */
  offer: ReactNode
}

export function FreePreviewPage({ beyond, offer }: FreePreviewPageProps) {
  return (
    <div className={`page ${styles.page}`}>
      <PageTitle>Free Preview</PageTitle>
      <div className={styles.head}>
        <div className={styles.words}>
          <h1>Free Preview</h1>
          <Lead>{beyond}</Lead>
        </div>
        {offer}
      </div>
      <FreeListings offer={offer} />
    </div>
  )
}

/**
 * Says how many houses visitors can see for free. Until the houses are loaded, says the maximum
 * number instead.
 */
function Lead({ children }: { children: ReactNode }) {
  const { data } = useQuery(freeListingsQuery)
  return (
    <p className={styles.lead}>
      <span>{describeOffer(data?.length)}</span> <span>{children}</span>
    </p>
  )
}

function describeOffer(count: number | undefined) {
  if (count === 0) return 'There are no free listings right now.'
  if (count === undefined) return `Up to ${FREE_LISTINGS} listings to look at for free.`
  return `${count === 1 ? 'Here is 1 listing' : `Here are ${count} listings`} to look at for free.`
}

function FreeListings({ offer }: Pick<FreePreviewPageProps, 'offer'>) {
  const free = useQuery(freeListingsQuery)
  const open = useOpenGallery()
  const display = useAnyDisplay()
  const listings = free.data
  if (!listings) {
    // React Query tracks which properties of the result a component reads. A change of such a
    // property re-renders the component. Read `refetch` and the error only while there are no
    // houses. Otherwise a change of `refetch` or the error would re-render all houses.
    const { refetch } = free
    const error = latestFailure(free)
    if (!error) return <LoadingListings rows={9} />
    return (
      <LoadError
        name="listings"
        what="The free preview"
        error={error}
        onRetry={() => void refetch()}
      />
    )
  }
  if (listings.length === 0) return <NoListings />
  const ordinals = numberSameTitles(listings)

  return (
    <section aria-label="Listings">
      <Rate listings={listings} display={display} />
      <CardGrid roomy hasPhotos={listings.some(isPhotographed)}>
        {listings.map((listing, position) => (
          <ListingCard
            key={listing.id}
            listing={listing}
            ordinal={ordinals[position]}
            roomy
            price={
              <ShortPrice listing={listing} display={display} formatDollars={formatExactPrice} />
            }
            badges={listing.floorPlan && <Badge>{listing.floorPlan}</Badge>}
            loading={loadingOf(position)}
            onOpen={() => open(listing.id)}
            onIntent={preloadDetails}
          >
            <ListingRows
              listing={listing}
              display={display}
              price={
                <BothPrices listing={listing} display={display} formatDollars={formatExactPrice} />
              }
            />
          </ListingCard>
        ))}
      </CardGrid>
      <Credits listings={listings} />
      <OpenedGallery
        listings={listings}
        details={(listing) => (
          <HouseDetails key={listing.id} listing={listing}>
            {offer}
          </HouseDetails>
        )}
      />
    </section>
  )
}

/** The currency of the converted prices on this page, and their exchange rate. */
function Rate({ listings, display }: { listings: Listing[]; display: Display | undefined }) {
  const hasAccount = useDisplay() !== undefined
  const isConverted = listings.some((listing) => formatConvertedPrice(listing, display))
  if (!display) return null
  return (
    <div className={styles.rate}>
      {hasAccount ? (
        <Link to="/account">Change currency</Link>
      ) : (
        <Select
          label="Currency"
          value={display.currency}
          onChange={({ target }) => chooseVisitorCurrency(target.value)}
        >
          {CURRENCY_CODES.map((code) => (
            <option key={code} value={code}>
              {code}
            </option>
          ))}
        </Select>
      )}
      {display.currency !== 'JPY' && isConverted && (
        <p>
          Prices below the seller’s price are converted at <RateNote display={display} />.
        </p>
      )}
    </div>
  )
}
