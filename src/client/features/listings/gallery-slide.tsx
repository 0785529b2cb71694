import { animateSingleValue, pinch, useMotionValue } from 'framer-motion'
import * as m from 'framer-motion/m'
import { type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ListingPhoto } from '#client/data/to-listing.ts'
import styles from './gallery-stage.module.css'
import { ListingPicture } from './listing-picture.tsx'
import { SPRING } from './spring.ts'

const SCALE = { min: 1, max: 4, doubleTap: 2.5 }
/** A photo that was pinched to less than this springs back. */
const ALMOST_WHOLE = 1.15
/** Milliseconds and pixels within which two taps are one. */
const DOUBLE_TAP = { within: 300, near: 30 }

interface Point {
  x: number
  y: number
}

interface SlideProps {
  photo: ListingPhoto
  alt: string
  isCurrent: boolean
  isZoomed: boolean
  onZoom: (isZoomed: boolean) => void
}

/** One photo. Two fingers or two taps zoom in, and then one finger moves it about. */
export function Slide({ photo, alt, isCurrent, isZoomed, onZoom }: SlideProps) {
  const frame = useRef<HTMLDivElement>(null)
  const image = useRef<HTMLDivElement>(null)
  const lastTap = useRef<Point & { at: number }>(undefined)
  const scale = useMotionValue(1)
  const x = useMotionValue(0)
  const y = useMotionValue(0)
  /** How far it can be moved before its edge comes into sight. */
  const [reach, setReach] = useState<Point>({ x: 0, y: 0 })

  function zoomTo(target: number, towards: Point = { x: x.get(), y: y.get() }) {
    const { clientWidth = 0, clientHeight = 0 } = frame.current ?? {}
    const limit = { x: (clientWidth * (target - 1)) / 2, y: (clientHeight * (target - 1)) / 2 }
    setReach(limit)
    onZoom(target > 1)
    animateSingleValue(scale, target, SPRING)
    animateSingleValue(x, within(towards.x, limit.x), SPRING)
    animateSingleValue(y, within(towards.y, limit.y), SPRING)
  }

  const onPinchStart = useEffectEvent(() => {
    onZoom(true)
    return () => zoomTo(scale.get() < ALMOST_WHOLE ? 1 : Math.min(scale.get(), SCALE.max))
  })
  useEffect(() => {
    if (!image.current) return
    const stop = pinch(image.current, () => onPinchStart(), { scale: SCALE, rotate: false })
    // It forbids the browser every gesture of its own; the stylesheet knows which ones are in the way.
    image.current.style.removeProperty('touch-action')
    return stop
  }, [])

  useEffect(() => {
    // It was left by a key or a thumbnail, and is whole when somebody comes back.
    if (isCurrent) return
    scale.jump(1)
    x.jump(0)
    y.jump(0)
  }, [isCurrent, scale, x, y])

  function onClick({ clientX, clientY, timeStamp }: MouseEvent) {
    const last = lastTap.current
    const isSecond =
      last &&
      timeStamp - last.at < DOUBLE_TAP.within &&
      Math.hypot(clientX - last.x, clientY - last.y) < DOUBLE_TAP.near
    lastTap.current = isSecond ? undefined : { x: clientX, y: clientY, at: timeStamp }
    if (!isSecond || !frame.current) return
    if (isZoomed) return zoomTo(1)
    // What was tapped stays under the finger.
    const { left, top, width, height } = frame.current.getBoundingClientRect()
    const grown = SCALE.doubleTap - 1
    zoomTo(SCALE.doubleTap, {
      x: (left + width / 2 - clientX) * grown,
      y: (top + height / 2 - clientY) * grown,
    })
  }

  return (
    // biome-ignore lint/a11y: zooming is for fingers and pointers; a browser's own zoom is for keys.
    <div ref={frame} className={styles.frame} onClick={onClick}>
      <m.div
        ref={image}
        className={isZoomed ? `${styles.photo} ${styles.zoomed}` : styles.photo}
        drag={isZoomed}
        dragConstraints={{ left: -reach.x, right: reach.x, top: -reach.y, bottom: reach.y }}
        dragElastic={0.1}
        style={{ scale, x, y }}
      >
        <ListingPicture
          className={styles.image}
          photo={photo}
          alt={alt}
          sizes="(min-width: 64rem) calc(100vw - 26rem), 100vw"
          loading="now"
        />
      </m.div>
    </div>
  )
}

function within(value: number, limit: number) {
  return Math.min(limit, Math.max(-limit, value))
}
