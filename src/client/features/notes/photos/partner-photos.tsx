import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { partnerPhotoQuery } from '#client/notes/own-photos/partner-photo.ts'
import { useIsOnline } from '#client/sync/use-is-online.ts'
import { Button } from '#client/ui/button.tsx'
import type { PartnerNotes } from '#contract/shortlist.ts'
import notes from '../notes.module.css'
import styles from './own-photos.module.css'
import { describeDayTaken } from './photo-day.ts'
import { PhotoGrid } from './photo-grid.tsx'
import { PhotoImage, type PhotoImageProps } from './photo-image.tsx'

interface PartnerPhotosProps {
  listingId: string
  partner: string
  photos: PartnerNotes['photos']
}

/**
 * The photos of a house that the partner shares. The photos are downloaded only after a tap,
 * because this device keeps no copy and every visit to the page would download them again.
 */
export default function PartnerPhotos({ listingId, partner, photos }: PartnerPhotosProps) {
  const [isShown, setShown] = useState(false)
  const isOnline = useIsOnline()
  const byId = new Map(photos.map((photo) => [photo.id, photo]))
  return (
    <section className={styles.photos} aria-label={`Photos of ${partner}`}>
      <h4>{`${partner}’s photos`}</h4>
      {isShown ? (
        <PhotoGrid
          photos={photos}
          thumbnail={(id) => <PartnerPhoto {...{ listingId, id }} kind="thumbnail" alt="" />}
          large={(id, onClose) => {
            const { caption, taken_at } = byId.get(id) ?? {}
            return (
              <figure key={id} className={styles.selected}>
                <PartnerPhoto
                  {...{ listingId, id }}
                  kind="image"
                  alt={caption ?? `Photo of ${partner}`}
                />
                <figcaption>
                  <span>{caption}</span>
                  {taken_at && <p className="caption">{describeDayTaken(taken_at)}</p>}
                </figcaption>
                <div className={notes.choice}>
                  <Button variant="secondary" onClick={onClose}>
                    Close photo
                  </Button>
                </div>
              </figure>
            )
          }}
        />
      ) : (
        <div className={notes.choice}>
          <Button variant="secondary" disabled={!isOnline} onClick={() => setShown(true)}>
            {photos.length === 1 ? 'Show 1 photo' : `Show ${photos.length} photos`}
          </Button>
        </div>
      )}
      {!isOnline && (
        <p className="caption">{`${partner}’s photos are not on this device. Go online to see them.`}</p>
      )}
    </section>
  )
}

interface PartnerPhotoProps extends Pick<PhotoImageProps, 'kind' | 'alt'> {
  listingId: string
  id: string
}

function PartnerPhoto({ listingId, id, kind, alt }: PartnerPhotoProps) {
  const { data, isError } = useQuery(partnerPhotoQuery(listingId, id))
  return (
    <PhotoImage
      photo={data?.[kind]}
      {...{ kind, alt }}
      missing={isError ? 'Photo could not be loaded' : ''}
    />
  )
}
