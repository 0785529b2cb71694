import { useRef, useState } from 'react'
import { type AddingProgress, addPhotos } from '#client/notes/own-photos/change-photos.ts'
import { session } from '#client/session/session.ts'
import { Button } from '#client/ui/button.tsx'
import notes from '../notes.module.css'
import styles from './own-photos.module.css'

export function AddPhotos({ record }: { record: string }) {
  const camera = useRef<HTMLInputElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const [progress, setProgress] = useState<AddingProgress>()
  const [problems, setProblems] = useState<string[]>([])

  async function add(input: HTMLInputElement) {
    const userId = session.userId()
    const chosen = [...(input.files ?? [])]
    // Clear the input. Otherwise the browser fires no event when the person chooses the same file
    // again.
    input.value = ''
    if (chosen.length === 0) return
    setProblems([])
    setProblems(await addPhotos(userId, record, chosen, setProgress))
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
        <p className="caption" role="status">
          {describeProgress(progress)}
        </p>
      )}
      {problems.length > 0 && (
        <ul className={`${notes.warning} ${styles.failures}`} role="alert">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </>
  )
}

function describeProgress({ done, total, areKept }: AddingProgress) {
  const photo = `photo ${done + 1} of ${total}`
  return areKept ? `Preparing ${photo}` : `Saving ${photo}: keep this page open`
}
