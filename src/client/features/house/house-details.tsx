import type { ReactNode } from 'react'
import { useAnyDisplay } from '#client/components/use-visitor-display.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { formatExactPrice } from '#client/format/format.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { Deferred } from '#client/ui/deferred.tsx'
import { HouseBar } from './house-bar.tsx'
import { HouseNotices } from './house-notices.tsx'
import { HousePrice } from './house-price.tsx'
import { HouseSections } from './house-sections.tsx'
import { PurchaseCosts } from './purchase-costs.tsx'

interface HouseDetailsProps {
  listing: Listing
  /** More content, which stands below the facts. */
  children: ReactNode
}

/**
 * All facts of a free house. They stand in its gallery, because visitors cannot open the page of the
 * house. They render after the photos.
 */
export default function HouseDetails({ listing, children }: HouseDetailsProps) {
  const display = useAnyDisplay()
  return (
    <Deferred>
      <HousePrice listing={listing} display={display} formatDollars={formatExactPrice} />
      <p>
        <Bilingual>{listing.title}</Bilingual>
      </p>
      <HouseBar listing={listing} />
      <HouseNotices listing={listing} />
      <PurchaseCosts listing={listing} />
      <HouseSections listing={listing} formatDollars={formatExactPrice}>
        {children}
      </HouseSections>
    </Deferred>
  )
}
