import { useRef, useState } from 'react'
import { addPhoto } from '#client/kit/own-photos/change-photos.ts'
import { session } from '#client/session/session.ts'
import { Button } from '#client/ui/button.tsx'
import notes from '../notes.module.css'
import styles from './own-photos.module.css'

/** Buttons that add photos from the camera or from the files of the device. */
export function AddPhotos({ record }: { record: string }) {
  const camera = useRef<HTMLInputElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  const [failures, setFailures] = useState<string[]>([])

  /** Adds one photo at a time, because a decoded photo takes much memory. */
  async function add(input: HTMLInputElement) {
    const userId = session.userId()
    const chosen = [...(input.files ?? [])]
    // Clear the input. Otherwise the browser fires no event when the person chooses the same file
    // again.
    input.value = ''
    setFailures([])
    // Show equal error messages only once. A message contains the name of the file, and some phones
    // give the same name to every photo that the camera takes.
    const failed = new Set<string>()
    for (const [done, file] of chosen.entries()) {
      setProgress({ done, total: chosen.length })
      const failure = await addPhoto(userId, record, file)
      if (failure) failed.add(failure)
    }
    setFailures([...failed])
    setProgress(undefined)
  }

  return (
    <>
      <div className={notes.choice}>
        <Button
          variant="secondary"
          disabled={progress !== undefined}
          onClick={() => camera.current?.click()}
        >
          Take a photo
        </Button>
        <Button
          variant="secondary"
          disabled={progress !== undefined}
          onClick={() => files.current?.click()}
        >
          Choose photos
        </Button>
      </div>
      <input
        hidden
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        aria-label="Take a photo"
        onChange={({ currentTarget }) => void add(currentTarget)}
      />
      <input
        hidden
        multiple
        ref={files}
        type="file"
        accept="image/*"
        aria-label="Choose photos"
        onChange={({ currentTarget }) => void add(currentTarget)}
      />
      {progress && (
        <p
          className="caption"
          role="status"
        >{`Saving photo ${progress.done + 1} of ${progress.total}: keep this page open`}</p>
      )}
      {failures.length > 0 && (
        <ul className={styles.failures} role="alert">
          {failures.map((failure) => (
            <li key={failure}>{failure}</li>
          ))}
        </ul>
      )}
    </>
  )
}
