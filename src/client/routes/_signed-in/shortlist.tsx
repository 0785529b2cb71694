import { createFileRoute } from '@tanstack/react-router'
import { chakraPart } from '#client/components/chakra-part.tsx'
import { PagePart } from '#client/components/page-part.tsx'
import { useAccessScope } from '#client/components/use-access-scope.ts'
import { shortlistQuery } from '#client/data/shortlist.ts'
import { DriverLink } from '#client/features/house/driver-link.tsx'
import { GalleryCaption } from '#client/features/listings/gallery-caption.tsx'
import { NoteLine } from '#client/features/notes/note-line.tsx'
import { useNoteLines } from '#client/features/notes/use-note-lines.ts'
import { DetailedCards } from '#client/features/search/detailed-cards.tsx'
import { HouseLink } from '#client/features/shortlist/house-link.tsx'
import { RemoveFromList } from '#client/features/shortlist/remove-from-list.tsx'
import { PartnerNoteLine, ShortlistPage } from '#client/features/shortlist/shortlist-page.tsx'

const PartnerPanel = chakraPart(
  async () => (await import('#client/features/shortlist/partner-panel.tsx')).PartnerPanel,
)

export const Route = createFileRoute('/_signed-in/shortlist')({
  // Prefetches without awaiting the data, so that the page renders immediately.
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(shortlistQuery),
  component: SharedShortlist,
})

function SharedShortlist() {
  useNoteLines()
  const scope = useAccessScope()
  return (
    <ShortlistPage
      hasAccess={scope === 'catalogue'}
      partner={(shortlist) => (
        <PartnerPanel shortlist={shortlist} isGuest={scope === 'shortlist'} />
      )}
      cards={(listings, { houses, other }) => (
        <PagePart>
          <DetailedCards
            listings={listings}
            actions={({ id }) => (
              <>
                <HouseLink id={id} />
                <DriverLink listingId={id} />
                <RemoveFromList id={id} />
              </>
            )}
            caption={(listing) => <GalleryCaption listing={listing} />}
            notes={({ id }) => (
              <>
                <NoteLine listingId={id} />
                {other && (
                  <PartnerNoteLine
                    name={other.name}
                    house={houses.find(({ listing_id }) => listing_id === id)}
                  />
                )}
              </>
            )}
          />
        </PagePart>
      )}
    />
  )
}
