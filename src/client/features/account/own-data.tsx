import { useQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { ActionButton } from '#client/components/action-button.tsx'
import { fetchOwnData } from '#client/data/own-data.ts'
import { photoSpaceQuery } from '#client/data/own-photos.ts'
import { formatNumber } from '#client/format/format.ts'
import { formatSize } from '#client/format/sizes.ts'
import { photoQueue } from '#client/notes/own-photos/photo-queue.ts'
import { Card } from '#client/ui/card.tsx'
import { OutcomeMessage, useOutcome } from '#client/ui/outcome.tsx'
import { ProgressBar } from '#client/ui/progress-bar.tsx'
import { saveFile } from '#client/ui/save-file.ts'
import styles from './account.module.css'
import { type OnOutcome, useChange } from './use-change.ts'

const saveOwnData = {
  mutationFn: async (_: undefined) => {
    const file = await fetchOwnData()
    return { file, isSaved: await saveFile(file) }
  },
}

/** Downloads the personal data of the account. */
export function OwnData() {
  const [outcome, setOutcome] = useOutcome()
  const { submit, isPending } = useChange(saveOwnData, {
    success: ({ file: { name }, isSaved }) => (isSaved ? `Your data is in the file ${name}.` : ''),
    failure: 'Failed to download your data',
    onOutcome: setOutcome,
  })
  return (
    <Card title="Your Data">
      <div className={styles.rows}>
        <OutcomeMessage outcome={outcome} />
        <p className={styles.soft}>
          Download a file with everything that Engawa keeps about you: your account and profile
          picture, your subscription and payments, your favorites, saved searches and notes, your
          shared shortlist, and where you are signed in. Your own photos are in a second file.
        </p>
        <div>
          <ActionButton variant="outline" isPending={isPending} onClick={() => submit(undefined)}>
            {isPending ? 'Preparing…' : 'Download My Data'}
          </ActionButton>
        </div>
        <OwnPhotos onOutcome={setOutcome} />
      </div>
    </Card>
  )
}

const saveOwnPhotos = {
  mutationFn: async (onProgress: (added: number, all: number) => void) => {
    const { zipPhotos } = await import('#client/notes/own-photos/zip-photos.ts')
    const zip = await zipPhotos(onProgress)
    return { ...zip, isSaved: await saveFile(zip.file) }
  },
}

/**
 * Saves all of the person's own photos in one file, including photos that this device has not sent
 * to the server yet.
 */
function OwnPhotos({ onOutcome }: { onOutcome: OnOutcome }) {
  const { data: space } = useQuery(photoSpaceQuery)
  const { waiting } = useSyncExternalStore(photoQueue.watch, photoQueue.get)
  const [progress, setProgress] = useState({ added: 0, all: 0 })
  const { submit, isPending } = useChange(saveOwnPhotos, {
    success: ({ file: { name }, missing, isSaved }) => {
      if (!isSaved) return ''
      return missing === 0
        ? `Your photos are in the file ${name}.`
        : `Your photos are in the file ${name}, except ${countPhotos(missing)} that neither Engawa nor this device has.`
    },
    failure: 'Failed to download your photos',
    onOutcome,
  })
  const count = (space?.photos ?? 0) + waiting.length
  if (count === 0) return null
  const bytes = waiting.reduce((sum, { photo }) => sum + photo.bytes, space?.used_bytes ?? 0)
  const words = `${progress.added} of ${progress.all} photos`
  return (
    <>
      <div>
        <ActionButton
          variant="outline"
          isPending={isPending}
          onClick={() => submit((added, all) => setProgress({ added, all }))}
        >
          {isPending ? words : `Download ${countPhotos(count)} (${formatSize(bytes)})`}
        </ActionButton>
      </div>
      {isPending && (
        <ProgressBar
          label="Photos in the file"
          words={words}
          value={progress.added}
          max={Math.max(progress.all, 1)}
        />
      )}
    </>
  )
}

function countPhotos(count: number) {
  return count === 1 ? '1 Photo' : `${formatNumber(count)} Photos`
}
