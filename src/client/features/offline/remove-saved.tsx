import { Suspense, useState } from 'react'
import { lazyExtra } from '#client/components/lazy-part.tsx'
import { formatMegabytes } from '#client/format/sizes.ts'
import { photoSaver } from '#client/photos/account-photos.ts'
import type { SavedPhotos } from '#client/photos/saved-photos.ts'
import { Button } from '#client/ui/button.tsx'
import { ButtonRow } from '#client/ui/button-row.tsx'
import { Sheet, SheetBody } from '#client/ui/sheet.tsx'
import styles from './save-for-offline.module.css'

const RemovedStreets = lazyExtra(() => import('./removed-streets.tsx'))

/**
 * Asks for confirmation, and states the size of the saved photos and streets. Then deletes both and
 * stops saving.
 */
export function RemoveSaved({ photos: { bytes } }: { photos: SavedPhotos }) {
  const [isOpen, setOpen] = useState(false)
  const { label, title, consequence, confirm, decline } =
    bytes > 0 ? photoTexts(formatMegabytes(bytes)) : HOUSE_TEXTS
  return (
    <>
      <Button variant="quiet" className={styles.remove} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Sheet title={title} isOpen={isOpen} onClose={() => setOpen(false)}>
        <SheetBody>
          <p>
            <span>{consequence}</span>
            <Suspense fallback={null}>
              <RemovedStreets />
            </Suspense>
          </p>
          <ButtonRow>
            <Button variant="danger" onClick={() => photoSaver.remove()}>
              {confirm}
            </Button>
            <Button variant="secondary" onClick={() => setOpen(false)}>
              {decline}
            </Button>
          </ButtonRow>
        </SheetBody>
      </Sheet>
    </>
  )
}

function photoTexts(amount: string) {
  return {
    label: 'Remove saved photos',
    title: 'Remove saved photos?',
    consequence: `${amount} of photos will be removed from this device. Your favorites stay, but without photos when you are offline.`,
    confirm: `Remove ${amount}`,
    decline: 'Keep photos',
  }
}

/**
 * The texts for a device without saved photos. There are no photos to delete, so the button is
 * called "Stop saving".
 */
const HOUSE_TEXTS = {
  label: 'Stop saving',
  title: 'Stop saving for offline?',
  consequence:
    'No photos are stored on this device. Your favorites still open offline, but photos of new favorites will not be saved.',
  confirm: 'Stop saving',
  decline: 'Keep saving',
}
