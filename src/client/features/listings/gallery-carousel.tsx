import { type PanInfo, useMotionValue } from 'framer-motion'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { ListingPhoto } from '#client/data/to-listing.ts'
import { applyTransform } from './apply-transform.ts'
import { FLICK, followPan } from './follow-pan.ts'
import styles from './gallery-carousel.module.css'
import { Slide } from './gallery-slide.tsx'
import { springTo } from './spring.ts'

interface CarouselProps {
  photos: ListingPhoto[]
  /** The number of all photos of the listing, including photos that are not loaded yet. */
  total: number
  index: number
  onIndexChange: (index: number) => void
  /** The title of the listing, for the alt texts of the photos. */
  title: string
}

/** The photos of a listing, side by side in a row. One photo is visible at a time. */
export function Carousel({ photos, total, index, onIndexChange, title }: CarouselProps) {
  const carousel = useRef<HTMLDivElement>(null)
  const track = useRef<HTMLDivElement>(null)
  const shown = useRef(index)
  const [isZoomed, setZoomed] = useState(false)
  /** How far a swipe or an animation has moved the row of photos sideways, in pixels. 0 at rest. */
  const x = useMotionValue(0)
  const isSwiped = !isZoomed && photos.length > 1

  useLayoutEffect(() => {
    if (track.current) return applyTransform(track.current, { x })
  }, [x])

  useLayoutEffect(() => {
    const steps = index - shown.current
    shown.current = index
    if (steps === 0) return
    setZoomed(false)
    // The layout has already moved the row of photos to the new photo. Start the animation at the
    // row's previous position.
    x.jump(x.get() + steps * (carousel.current?.clientWidth ?? 0))
    springTo(x, 0)
  }, [index, x])

  const onSwiped = useEffectEvent(({ offset, velocity }: PanInfo) => {
    const width = carousel.current?.clientWidth ?? 0
    const way = offset.x + velocity.x * FLICK
    const next = Math.abs(way) > width / 3 ? index - Math.sign(way) : index
    if (photos[next] && next !== index) onIndexChange(next)
    else springTo(x, 0)
  })

  useEffect(() => {
    if (!track.current || !isSwiped) return
    /** The offset at which the swipe started. */
    let origin = 0
    const stop = followPan(track.current, {
      onStart: (_, { offset }) => {
        x.stop()
        origin = x.get() - offset.x
      },
      onMove: (_, { offset }) => x.set(origin + offset.x),
      onEnd: (_, info) => onSwiped(info),
    })
    return () => {
      stop()
      springTo(x, 0)
    }
  }, [isSwiped, x])

  return (
    <div ref={carousel} className={styles.carousel}>
      <div ref={track} className={styles.track} style={{ left: `${-index * 100}%` }}>
        {photos.map((photo, position) => (
          <div key={photo.src} className={styles.place}>
            {/*
             * Render only the current photo and its neighbours, so that the next swipe is ready and
             * no other photo loads.
             */}
            {Math.abs(position - index) <= 1 && (
              <Slide
                photo={photo}
                alt={`${title}, ${position + 1} of ${total}`}
                isCurrent={position === index}
                isZoomed={isZoomed && position === index}
                onZoom={setZoomed}
              />
            )}
          </div>
        ))}
      </div>
    </div>
  )
}
