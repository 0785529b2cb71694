import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { preload } from 'react-dom'
import { NO_IMAGE } from '#client/components/outline.tsx'
import type { ListingPhoto } from '#client/data/to-listing.ts'
import { connection } from '#client/sync/connection.ts'
import styles from './listing-picture.module.css'
import { photoSources } from './photo-sources.ts'
import { paintPlaceholder } from './placeholder.ts'

interface ListingPictureProps {
  photo: ListingPhoto | undefined
  alt: string
  /** The value of the image's `sizes` attribute: how wide the photo is displayed. */
  sizes: string
  /** `first` loads the photo with high priority, `now` with normal priority, and `later` lazily. */
  loading?: 'first' | 'now' | 'later'
  className?: string
}

/**
 * A photo in the size and format that suit the screen. If there is no photo or it fails to load,
 * shows a drawing of a grey house. Offline, a message says that the photo is not saved on this
 * device.
 */
export function ListingPicture({
  photo,
  alt,
  sizes,
  loading = 'later',
  className = styles.cover,
}: ListingPictureProps) {
  const image = useRef<HTMLImageElement>(null)
  const [brokenSrc, setBrokenSrc] = useState<string>()
  const thumbhash = photo?.thumbhash

  useEffect(() => {
    if (!image.current || image.current.complete || !thumbhash) return
    return paintPlaceholder(image.current, thumbhash)
  }, [thumbhash])

  useEffect(() => {
    if (brokenSrc === undefined) return
    return connection.watch(() => {
      if (connection.isOnline()) setBrokenSrc(undefined)
    })
  }, [brokenSrc])

  const isOffline = useSyncExternalStore(connection.watch, isUnreachable, () => false)

  if (photo && photo.src === brokenSrc && isOffline) {
    return (
      <span className={styles.away}>
        <span className={styles.words}>Photo not saved on this device</span>
      </span>
    )
  }
  if (!photo || photo.src === brokenSrc) {
    return (
      <img className={styles.missing} src="/no-image.svg" alt={NO_IMAGE} width={400} height={300} />
    )
  }
  const { src, srcSet, avifSrcSet } = photoSources(photo)
  if (loading === 'first') {
    preload(src, {
      as: 'image',
      fetchPriority: 'high',
      imageSizes: sizes,
      imageSrcSet: avifSrcSet ?? srcSet,
      ...(avifSrcSet && { type: 'image/avif' }),
    })
  }
  return (
    <picture>
      {avifSrcSet && <source type="image/avif" srcSet={avifSrcSet} sizes={sizes} />}
      <img
        ref={image}
        className={className}
        sizes={sizes}
        srcSet={srcSet}
        src={src}
        alt={alt}
        width={photo.width ?? 4}
        height={photo.height ?? 3}
        loading={loading === 'later' ? 'lazy' : 'eager'}
        fetchPriority={loading === 'first' ? 'high' : 'auto'}
        decoding="async"
        onError={() => setBrokenSrc(photo.src)}
      />
    </picture>
  )
}

function isUnreachable() {
  return !connection.isOnline()
}
