import { addPinchListeners, type PanInfo, useMotionValue } from 'framer-motion'
import { type MouseEvent, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { ListingPhoto } from '#client/data/to-listing.ts'
import { applyTransform } from './apply-transform.ts'
import { FLICK, followPan } from './follow-pan.ts'
import styles from './gallery-carousel.module.css'
import { ListingPicture } from './listing-picture.tsx'
import { springTo } from './spring.ts'

const SCALE = { min: 1, max: 4, doubleTap: 2.5 }
/** If the scale is below this value at the end of a pinch, the photo springs back to scale 1. */
const ALMOST_WHOLE = 1.15
/**
 * When a finger drags a zoomed photo past its edge, the photo moves by only this fraction of the
 * finger's movement.
 */
const ELASTICITY = 0.1
/** Two taps within this time (milliseconds) and distance (pixels) are a double tap. */
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

/** One photo. Pinch or double tap to zoom in, then pan with one finger. */
export function Slide({ photo, alt, isCurrent, isZoomed, onZoom }: SlideProps) {
  const frame = useRef<HTMLDivElement>(null)
  const image = useRef<HTMLDivElement>(null)
  const lastTap = useRef<Point & { at: number }>(undefined)
  const scale = useMotionValue(1)
  const rotate = useMotionValue(0)
  const x = useMotionValue(0)
  const y = useMotionValue(0)

  useLayoutEffect(() => {
    if (image.current) return applyTransform(image.current, { scale, x, y })
  }, [scale, x, y])

  /** Limits a position of the photo, so that the photo leaves no gap in the frame. */
  function within({ x, y }: Point, target = scale.get()): Point {
    const { clientWidth = 0, clientHeight = 0 } = frame.current ?? {}
    return {
      x: clamp(x, (clientWidth * (target - 1)) / 2),
      y: clamp(y, (clientHeight * (target - 1)) / 2),
    }
  }

  function moveTo(place: Point) {
    springTo(x, place.x)
    springTo(y, place.y)
  }

  function zoomTo(target: number, towards: Point = { x: x.get(), y: y.get() }) {
    onZoom(target > 1)
    springTo(scale, target)
    moveTo(within(towards, target))
  }

  const onPinchStart = useEffectEvent(() => {
    onZoom(true)
    return () => zoomTo(scale.get() < ALMOST_WHOLE ? 1 : Math.min(scale.get(), SCALE.max))
  })
  useEffect(() => {
    if (!image.current) return
    return addPinchListeners(
      image.current,
      () => [scale, rotate, x, y],
      // Turn off the spring of the animation library Motion, because `zoomTo` has a spring too. If
      // a value exceeded its limit, the two springs would work against each other.
      () => ({ scale: SCALE, rotate: false, elastic: false }),
      () => onPinchStart(),
    )
  }, [scale, rotate, x, y])

  const moveBy = useEffectEvent((origin: Point, { offset }: PanInfo) => {
    const place = { x: origin.x + offset.x, y: origin.y + offset.y }
    const allowed = within(place)
    x.set(allowed.x + (place.x - allowed.x) * ELASTICITY)
    y.set(allowed.y + (place.y - allowed.y) * ELASTICITY)
  })
  const onMoved = useEffectEvent(({ velocity }: PanInfo) => {
    moveTo(within({ x: x.get() + velocity.x * FLICK, y: y.get() + velocity.y * FLICK }))
  })
  useEffect(() => {
    if (!image.current || !isZoomed) return
    /** The position at which the pan started. */
    let origin: Point = { x: 0, y: 0 }
    return followPan(image.current, {
      onStart: (_, { offset }) => {
        x.stop()
        y.stop()
        origin = { x: x.get() - offset.x, y: y.get() - offset.y }
      },
      onMove: (_, info) => moveBy(origin, info),
      onEnd: (_, info) => onMoved(info),
    })
  }, [isZoomed, x, y])

  useEffect(() => {
    // Reset the zoom when this photo is no longer the current one. While a photo is zoomed, a key
    // or a thumbnail can open another photo.
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
    // Zoom so that the tapped point stays under the finger.
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
      <div ref={image} className={isZoomed ? `${styles.photo} ${styles.zoomed}` : styles.photo}>
        <ListingPicture
          className={styles.image}
          photo={photo}
          alt={alt}
          sizes="(min-width: 64rem) calc(100vw - 26rem), 100vw"
          loading="now"
        />
      </div>
    </div>
  )
}

function clamp(value: number, limit: number) {
  return Math.min(limit, Math.max(-limit, value))
}
