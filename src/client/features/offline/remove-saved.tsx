import { useState } from 'react'
import { photoSaver } from '#client/photos/account-photos.ts'
import type { SavedPhotos } from '#client/photos/saved-photos.ts'
import { formatMegabytes } from '#client/sizes.ts'
import { Button } from '#client/ui/button.tsx'
import { ButtonRow } from '#client/ui/button-row.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import styles from './save-for-offline.module.css'

/** Ends saving and removes what was saved, once it is clear how much that is. */
export function RemoveSaved({ photos: { bytes } }: { photos: SavedPhotos }) {
  const [isAsked, setAsked] = useState(false)
  const amount = formatMegabytes(bytes)
  return (
    <>
      <Button variant="quiet" className={styles.remove} onClick={() => setAsked(true)}>
        Remove saved photos
      </Button>
      <Sheet title="Remove saved photos?" isOpen={isAsked} onClose={() => setAsked(false)}>
        <div className={styles.question}>
          <p>
            {amount} of photos leave this device. Your favorites stay; without a network they are
            shown without pictures.
          </p>
          <ButtonRow>
            <Button variant="danger" onClick={() => photoSaver.remove()}>
              Remove {amount}
            </Button>
            <Button variant="secondary" onClick={() => setAsked(false)}>
              Keep them
            </Button>
          </ButtonRow>
        </div>
      </Sheet>
    </>
  )
}
