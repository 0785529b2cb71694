import { useDisplay } from '#client/components/use-display.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { ButtonLink } from '#client/ui/button-link.tsx'
import styles from './gallery-caption.module.css'
import { ShortPrice } from './short-price.tsx'

/** Tells which house the photos show, and leads to its page. */
export function GalleryCaption({ listing }: { listing: Listing }) {
  const display = useDisplay()
  return (
    <>
      <div className={styles.words}>
        <p>
          <Bilingual>{listing.title}</Bilingual>
        </p>
        <div className={styles.price}>
          <ShortPrice listing={listing} display={display} />
        </div>
      </div>
      <ButtonLink
        // A new link for each house, because a link preloads only once. The preloaded house also
        // opens offline later.
        key={listing.id}
        preload="render"
        to="/listings/$id"
        params={{ id: listing.id }}
      >
        Open the page of this house
      </ButtonLink>
    </>
  )
}
