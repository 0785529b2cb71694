import { type ReactNode, useRef, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import styles from './own-photos.module.css'

/**
 * How many photos are shown before the person asks for all photos. Hundreds of images would take
 * much memory.
 */
const FIRST_SHOWN = 24

interface PhotoGridProps {
  photos: readonly { id: string; caption: string | null }[]
  thumbnail: (id: string) => ReactNode
  large: (id: string, onClose: () => void) => ReactNode
}

export function PhotoGrid({ photos, thumbnail, large }: PhotoGridProps) {
  const [selectedId, setSelected] = useState<string>()
  const [showsAll, setShowsAll] = useState(false)
  /** The thumbnail of the selected photo. */
  const opener = useRef<HTMLButtonElement>(null)
  const shown = showsAll ? photos : photos.slice(0, FIRST_SHOWN)
  const selected = photos.find(({ id }) => id === selectedId)
  return (
    <>
      {shown.length > 0 && (
        <ul className={styles.grid}>
          {shown.map(({ id, caption }, index) => (
            <li key={id}>
              <button
                type="button"
                className={styles.thumbnail}
                aria-pressed={id === selectedId}
                aria-label={caption || `Photo ${index + 1}`}
                onClick={({ currentTarget }) => {
                  opener.current = currentTarget
                  setSelected(id === selectedId ? undefined : id)
                }}
              >
                {thumbnail(id)}
              </button>
            </li>
          ))}
        </ul>
      )}
      {shown.length < photos.length && (
        <Button
          variant="quiet"
          onClick={() => setShowsAll(true)}
        >{`Show all ${photos.length} photos`}</Button>
      )}
      {selected &&
        large(selected.id, () => {
          setSelected(undefined)
          opener.current?.focus()
        })}
    </>
  )
}
