import { type DragEvent, useState } from 'react'
import { formatSize } from '#client/format/sizes.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { lookOf } from '#client/ui/button.tsx'
import { WarningIcon } from '#client/ui/icons.tsx'
import { ACCEPTED } from './file-fault.ts'
import styles from './file-field.module.css'

interface FileFieldProps {
  id: string
  file: File | null
  /** The error, or empty. */
  fault: string
  isOff: boolean
  onFile: (file: File | null) => void
}

/** Accepts a chosen or dropped file. */
export function FileField({ id, file, fault, isOff, onFile }: FileFieldProps) {
  const [isOver, setIsOver] = useState(false)

  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    if (!isOff) onFile(event.dataTransfer.files[0] ?? null)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Dropping needs a mouse; the input inside does the same.
    <div
      className={styles.place}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <input
        className={`visually-hidden ${styles.input}`}
        id={id}
        type="file"
        accept={ACCEPTED}
        disabled={isOff}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? `${id}-fault ${id}-hint` : `${id}-hint`}
        onChange={({ currentTarget: input }) => {
          onFile(input.files?.[0] ?? null)
          // Without this, choosing the same file again fires no event.
          input.value = ''
        }}
      />
      <label className={lookOf({ variant: 'secondary' }, styles.button)} htmlFor={id}>
        Choose File
      </label>
      <p className={styles.file} aria-live="polite">
        <Bilingual>{file ? `${file.name}, ${formatSize(file.size)}` : 'or drop it here'}</Bilingual>
      </p>
      {fault && (
        <p className={styles.fault} id={`${id}-fault`}>
          <WarningIcon />
          {fault}
        </p>
      )}
      <p className={styles.hint} id={`${id}-hint`}>
        CSV, JSON or JSON Lines with the fields of a listing, or the open data of the national akiya
        bank. Up to 200 MB.
      </p>
    </div>
  )
}
