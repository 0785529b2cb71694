import { Outline } from '#client/components/outline.tsx'
import { ListingPicture } from '#client/features/listings/listing-picture.tsx'
import { SharedListingPage } from '#client/features/sharing/shared-listing-page.tsx'
import { VisitorsOffer } from '#client/features/sharing/visitors-offer.tsx'
import { Plan } from '#client/features/subscription/plan.tsx'
import { SubscribeLinks } from '#client/features/subscription/subscribe-links.tsx'
import { usePlan } from '#client/features/subscription/use-plan.ts'
import type { ListingLink } from '#contract/shared-path.ts'

interface LinkedListingProps {
  link: ListingLink
  /** Who opened the link: a visitor, or a member whose account has no access to the listing. */
  openedBy: 'visitor' | 'member'
}

/** Shows the listing of a shared link to people who have no access to the listings page. */
export function LinkedListing({ link, openedBy }: LinkedListingProps) {
  const { pricePerMonth } = usePlan()
  return (
    <SharedListingPage
      link={link}
      picture={({ photo, prefecture, spot, title }) =>
        prefecture && !photo ? (
          <Outline prefecture={prefecture} spot={spot} />
        ) : (
          <ListingPicture
            photo={photo}
            alt={title}
            sizes="(min-width: 60rem) 44rem, 100vw"
            loading="first"
          />
        )
      }
      offer={
        openedBy === 'visitor' ? (
          <VisitorsOffer pricePerMonth={pricePerMonth} />
        ) : (
          <Plan>
            <SubscribeLinks />
          </Plan>
        )
      }
    />
  )
}
