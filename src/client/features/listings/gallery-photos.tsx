import { useEffect, useRef } from 'react'
import type { ListingPhoto } from '#client/data/to-listing.ts'
import { Deferred } from '#client/ui/deferred.tsx'
import { Carousel } from './gallery-carousel.tsx'
import styles from './gallery-photos.module.css'
import { NextIcon, PreviousIcon } from './icons.tsx'
import { ListingPicture } from './listing-picture.tsx'

interface PhotosProps {
  photos: ListingPhoto[]
  /** The number of all photos, including photos that are not loaded yet. */
  total: number
  title: string
  index: number
  onIndexChange: (index: number) => void
}

/** One large photo with thumbnails below. Always dark, which suits photos best. */
export function Photos(props: PhotosProps) {
  const { photos, total, index, onIndexChange } = props
  return (
    <div className={styles.photos} data-scheme="dark">
      <Carousel {...props} />
      <p className={styles.counter} role="status">
        {`${index + 1} / ${total}`}
      </p>
      {total > 1 && (
        <>
          <button
            className={`${styles.arrow} ${styles.previous}`}
            type="button"
            aria-label="Previous photo"
            aria-disabled={index === 0}
            onClick={() => onIndexChange(index - 1)}
          >
            <PreviousIcon />
          </button>
          <button
            className={`${styles.arrow} ${styles.next}`}
            type="button"
            aria-label="Next photo"
            aria-disabled={index === photos.length - 1}
            onClick={() => onIndexChange(index + 1)}
          >
            <NextIcon />
          </button>
          <Thumbnails {...props} />
        </>
      )}
    </div>
  )
}

function Thumbnails({ photos, index, onIndexChange }: PhotosProps) {
  const current = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect depends on the current thumbnail, which changes with the index.
  useEffect(() => {
    current.current?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [index])

  return (
    <div className={styles.thumbnails}>
      <Deferred>
        {photos.map((photo, position) => (
          <button
            key={photo.src}
            ref={position === index ? current : undefined}
            className={styles.thumbnail}
            type="button"
            aria-label={`Photo ${position + 1}`}
            aria-current={position === index}
            onClick={() => onIndexChange(position)}
          >
            <ListingPicture photo={photo} alt="" sizes="6rem" />
          </button>
        ))}
      </Deferred>
    </div>
  )
}
