import { animateSingleValue, type PanInfo, useMotionValue } from 'framer-motion'
import * as m from 'framer-motion/m'
import { useLayoutEffect, useRef, useState } from 'react'
import type { ListingPhoto } from '#client/data/to-listing.ts'
import { Slide } from './gallery-slide.tsx'
import styles from './gallery-stage.module.css'
import { SPRING } from './spring.ts'

/** Seconds that a swipe is imagined to go on by itself: a flick is short but meant. */
const FLICK = 0.2

interface StageProps {
  photos: ListingPhoto[]
  index: number
  onIndexChange: (index: number) => void
  /** What the photos are of. */
  title: string
}

/** The photos in a row, of which one fills the stage. */
export function Stage({ photos, index, onIndexChange, title }: StageProps) {
  const stage = useRef<HTMLDivElement>(null)
  const shown = useRef(index)
  const [isZoomed, setZoomed] = useState(false)
  /** How far the row is from where it belongs, in pixels. */
  const x = useMotionValue(0)

  useLayoutEffect(() => {
    // The row is in its new place already: from where it was seen, it moves there.
    const moved = (index - shown.current) * (stage.current?.clientWidth ?? 0)
    shown.current = index
    if (moved === 0) return
    setZoomed(false)
    x.jump(x.get() + moved)
    const animation = animateSingleValue(x, 0, SPRING)
    return () => animation.stop()
  }, [index, x])

  function onDragEnd(_event: unknown, { offset, velocity }: PanInfo) {
    const width = stage.current?.clientWidth ?? 0
    const way = offset.x + velocity.x * FLICK
    const next = Math.abs(way) > width / 3 ? index - Math.sign(way) : index
    if (photos[next] && next !== index) onIndexChange(next)
    else animateSingleValue(x, 0, SPRING)
  }

  return (
    <div ref={stage} className={styles.stage}>
      <m.div
        className={styles.track}
        drag={!isZoomed && photos.length > 1 && 'x'}
        dragDirectionLock
        dragMomentum={false}
        onDragEnd={onDragEnd}
        style={{ x, left: `${-index * 100}%` }}
      >
        {photos.map((photo, position) => (
          <div key={photo.src} className={styles.place}>
            {/* Those beside it are ready for the next swipe; nobody waits for the others. */}
            {Math.abs(position - index) <= 1 && (
              <Slide
                photo={photo}
                alt={`${title}, ${position + 1} of ${photos.length}`}
                isCurrent={position === index}
                isZoomed={isZoomed && position === index}
                onZoom={setZoomed}
              />
            )}
          </div>
        ))}
      </m.div>
    </div>
  )
}
